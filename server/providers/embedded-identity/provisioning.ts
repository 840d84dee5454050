import type { Pool } from 'pg'
import { HOUR_MS } from '#contract/duration.ts'
import type { IdentityEvents } from '#server/ports/identity.ts'
import { revokeUnverifiedOwner } from './revoke-unverified-owner.ts'
import type { Auth } from './better-auth.ts'
import { makeResetToken } from './mailed-links.ts'
import type { OneAtATime } from './one-at-a-time.ts'

/** How long an invitation works. */
export const INVITE_HOURS = 24

interface Person {
  email: string
  name: string
}

/**
 * Finds or makes the person, with a token for setting a password once. Revokes an unverified owner of the email: the
 * invitation is for the reader of the link.
 */
export async function invite(
  auth: Auth,
  { pool, events, inTurn }: { pool: Pool; events: Pick<IdentityEvents, 'onHandedOver'>; inTurn: OneAtATime },
  person: Person,
): Promise<{ identityId: string; token: string }> {
  const { id } = await findOrMake(auth, { ...person, emailVerified: false })
  await inTurn(id, () => revokeUnverifiedOwner(pool, events, id))
  return { identityId: id, token: await makeResetToken(auth, id, INVITE_HOURS * HOUR_MS) }
}

/** Makes a person with a password; an existing person stays unchanged. */
export async function createWithPassword(
  auth: Auth,
  { password, ...person }: Person & { password: string; emailVerified: boolean },
): Promise<{ identityId: string }> {
  const { internalAdapter: people, password: passwords } = await auth.$context
  const { id } = await findOrMake(auth, person)
  const accounts = await people.findAccounts(id)
  if (!accounts.some(({ providerId }) => providerId === 'credential')) {
    await people.linkAccount({
      userId: id,
      providerId: 'credential',
      accountId: id,
      password: await passwords.hash(password),
    })
  }
  return { identityId: id }
}

async function findOrMake(
  auth: Auth,
  person: Person & { emailVerified: boolean },
): Promise<{ id: string; emailVerified: boolean }> {
  const { internalAdapter: people } = await auth.$context
  const find = async () => (await people.findUserByEmail(person.email))?.user
  const known = await find()
  if (known) return known
  return people.createUser(person, { method: 'invite' }).catch(async (error: unknown) => {
    // A concurrent request made the same person.
    const made = await find()
    if (!made) throw error
    return made
  })
}
