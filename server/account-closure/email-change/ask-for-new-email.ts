import { createHash, randomBytes } from 'node:crypto'
import { HOUR_MS } from '#contract/duration.ts'
import { EMAIL_CHANGE_HOURS, EMAIL_CHANGES_A_DAY } from '#contract/accounts/change-email.ts'
import type { Confirmation } from '#contract/accounts/admins.ts'
import { refuse, type Refuses } from '#contract/problems.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { findEmailChange, noteEmailChange, voidEmailChange } from '#server/accounts/email-change/email-change.public.ts'
import { isEmailUsed } from '#server/accounts/is-email-used.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import { requireJoiningEmail } from '#server/accounts/require-joining-email.ts'
import { requireConfirmation } from '#server/accounts/require-confirmation.ts'
import { bookSealedMail } from '#server/mail/sealed-mail.ts'
import type { Services } from '#server/services.ts'
import { alreadyUsedMail, askedMail, confirmMail } from './email-change-mails.ts'

/** Hash of a link's token, as stored. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * Mails a link to a new email, and a notice to the current one. The answer doesn't reveal whether the new email has an
 * account: only its reader learns that. Refuses where the shop may not change it at the identity provider, accounts with an unconfirmed email, a missing password or recent
 * sign-in, an email of a domain that may not join, the current email itself, and more than five requests a day. The latest link counts.
 */
export async function askForNewEmail(
  services: Pick<Services, 'db' | 'clock' | 'identity' | 'shop' | 'site' | 'sealer'> &
    Refuses<'email_not_confirmed' | 'not_offered'>,
  account: SignedInAccount,
  newEmail: string,
  { confirmation, clientAddress }: { confirmation: Confirmation; clientAddress: string },
): Promise<void> {
  const { db, clock, identity, site } = services
  if (!identity.management)
    services.refuse('not_offered', 'Emails can’t be changed in this shop. Please write to the club.')
  const message = 'That’s your email already'
  if (newEmail === account.email) refuse('invalid_input', `${message}.`, [{ field: 'email', message }])
  requireJoiningEmail(site, newEmail)
  if (!account.emailVerified)
    services.refuse(
      'email_not_confirmed',
      'Please confirm your current email first. If you mistyped it, sign up again with the right one.',
    )
  await requireConfirmation(services, account, confirmation, clientAddress)
  const token = randomBytes(24).toString('base64url')
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + EMAIL_CHANGE_HOURS * HOUR_MS)
  await db.transaction().execute(async (tx) => {
    const { email } = await lockOpenAccount(tx, account.id)
    const asked = { newEmail, tokenHash: hashOf(token), expiresAt }
    if (!(await noteEmailChange(tx, account.id, asked, { now, mostADay: EMAIL_CHANGES_A_DAY })))
      refuse('too_many_requests', `You can ask for ${EMAIL_CHANGES_A_DAY} new emails a day. Please try again tomorrow.`)
    const isUsed = await isEmailUsed(tx, services.shop, newEmail)
    await bookSealedMail(tx, services, isUsed ? alreadyUsedMail(site, newEmail) : confirmMail(site, newEmail, token))
    await bookSealedMail(tx, services, askedMail(site, email))
  })
}

/** Returns the unconfirmed new email; null for none. */
export async function getEmailChange(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id }: SignedInAccount,
): Promise<{ waiting: string | null }> {
  const change = await findEmailChange(db, id)
  return { waiting: change && change.expiresAt > clock.now() ? change.newEmail : null }
}

/** Revokes the pending link. Called twice, there is none left. */
export async function cancelEmailChange({ db }: Pick<Services, 'db'>, { id }: SignedInAccount): Promise<void> {
  await db.transaction().execute((tx) => voidEmailChange(tx, id))
}
