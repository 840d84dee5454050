import type { Pool } from 'pg'
import { HOUR_MS } from '#contract/duration.ts'
import { href } from '#contract/href.ts'
import type { IdentityEvents, Management } from '#server/ports/identity.ts'
import { revokeUnverifiedOwner } from './revoke-unverified-owner.ts'
import type { Auth } from './better-auth.ts'
import { makeResetToken } from './links/mailed-links.ts'
import type { OneAtATime } from './one-at-a-time.ts'

/** How long an invitation works. */
const INVITE_HOURS = 24

interface Person {
  email: string
  name: string
}

/** Makes people of whom only the mailed link to a new password is the way in. Puts out who typed their email first. */
export function provisioning(
  auth: Auth,
  {
    pool,
    events,
    inTurn,
    publicUrl,
  }: { pool: Pool; events: Pick<IdentityEvents, 'onHandedOver'>; inTurn: OneAtATime; publicUrl: string },
): Pick<Management, 'admit' | 'invite'> {
  const findForReader = async (person: Person) => {
    const found = await findOrMake(auth, { ...person, emailVerified: false })
    await inTurn(found.id, () => revokeUnverifiedOwner(pool, events, found.id))
    return found
  }
  return {
    admit: async (person) => {
      const { id, emailVerified } = await findForReader(person)
      return emailVerified ? null : id
    },
    invite: async (person) => {
      const { id } = await findForReader(person)
      const token = await makeResetToken(auth, id, INVITE_HOURS * HOUR_MS)
      const link = `${publicUrl}${href('/reset-password')}?token=${token}&welcome=1`
      return { identityId: id, link, hours: INVITE_HOURS }
    },
  }
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
