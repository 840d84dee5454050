import { createHash, randomBytes } from 'node:crypto'
import { FIRST_ADMIN_HOURS } from '#contract/accounts/first-admin.ts'
import { durationInWords, HOUR_MS } from '#contract/duration.ts'
import { href } from '#contract/href.ts'
import type { Refuses } from '#contract/problems.ts'
import {
  findOpenAccountByEmail,
  insertAccount,
  listAdminIds,
  lockAdminIds,
  updateRole,
  type SignedInAccount,
} from '#server/accounts/accounts.public.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { isLinkValid, saveLink, useUpLink } from './first-admin.sql.ts'

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * For operators: a link that makes its reader the first admin, once, within a day, and the sentence to print it with.
 * Null where there is an admin. The latest link counts, and only its hash is stored. The token is in the fragment, which
 * no proxy logs.
 */
export async function makeFirstAdminLink({
  db,
  clock,
  site,
}: Pick<Services, 'db' | 'clock' | 'site'>): Promise<{ link: string; words: string } | null> {
  if ((await listAdminIds(db)).length > 0) return null
  const token = randomBytes(24).toString('base64url')
  await saveLink(db, hashOf(token), new Date(clock.now().getTime() + FIRST_ADMIN_HOURS * HOUR_MS))
  const link = `${site.publicUrl}${href('/first-admin')}#${token}`
  const hours = durationInWords(FIRST_ADMIN_HOURS * 3600)
  return { link, words: `${site.name} has no admin yet. This link makes one, once, within ${hours}:\n${link}` }
}

type LinkServices = Pick<Services, 'db' | 'clock'> & Refuses<'not_found'>

/**
 * Opens the first admin's account, and returns the path of a page on which they choose a password. Refuses a link that
 * is used or expired, or a shop with an admin; an email with an account, whose owner signs in first; and where the shop
 * can't invite. Of two at once one gets it.
 */
export async function inviteFirstAdmin(
  services: LinkServices & Pick<Services, 'identity'> & Refuses<'email_taken' | 'not_offered'>,
  { token, email }: { token: string; email: string },
): Promise<{ path: string }> {
  await requireLink(services, token)
  const { management } = services.identity
  if (!management)
    return services.refuse('not_offered', 'This shop can’t invite. Sign up and confirm your email, then open the link.')
  const refuseTaken = () => {
    const message = 'This email has an account. Log in with it, then open the link again.'
    return services.refuse('email_taken', message, [{ field: 'email', message }])
  }
  if (await findOpenAccountByEmail(services.db, email)) refuseTaken()
  // Before the transaction, since the provider may be elsewhere. Without the link's use it opens no account.
  const { identityId, link } = await management.invite({ email, name: '' })
  const person = { identityId, email, emailVerified: false, name: '', photoUrl: null, role: 'admin' as const }
  await byLink(services, token, async (tx, at) => (await insertAccount(tx, person, at))?.id ?? refuseTaken())
  const { pathname, search } = new URL(link)
  return { path: pathname + search }
}

/**
 * Makes a signed-in account the first admin; its tokens end. Refuses the same links, and an email that isn't confirmed,
 * which may be a stranger's.
 */
export async function becomeFirstAdmin(
  services: LinkServices & Refuses<'email_not_confirmed'>,
  { id, email, emailVerified }: SignedInAccount,
  token: string,
): Promise<void> {
  await requireLink(services, token)
  if (!emailVerified)
    services.refuse(
      'email_not_confirmed',
      `Please confirm your email first. If no email comes, run npm run admin -- ${email} on the server.`,
    )
  await byLink(services, token, async (tx) => {
    await updateRole(tx, id, 'admin')
    return id
  })
}

/** Uses the link up in the transaction that makes the admin, as its holder is the operator. */
function byLink(services: LinkServices, token: string, make: (tx: Tx, at: Date) => Promise<string>): Promise<void> {
  return services.db.transaction().execute(async (tx) => {
    const at = services.clock.now()
    const isOurs = await useUpLink(tx, hashOf(token), at)
    if (!isOurs || (await lockAdminIds(tx)).length > 0) refuseLink(services)
    await writeAudit(tx, { kind: 'admin_appointed', by: { as: 'operator' }, at, accountId: await make(tx, at) })
  })
}

async function requireLink(services: LinkServices, token: string): Promise<void> {
  const isValid = await isLinkValid(services.db, hashOf(token), services.clock.now())
  if (!isValid || (await listAdminIds(services.db)).length > 0) refuseLink(services)
}

const refuseLink = ({ refuse }: Refuses<'not_found'>): never =>
  refuse(
    'not_found',
    'This link has expired or was used. On the server, npm run admin -- --link prints another while there is no admin.',
  )
