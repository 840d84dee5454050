import { refuse, type Refuses } from '#contract/problems.ts'
import { findAccountById, lockAccount, type SignedInAccount } from '#server/accounts/accounts.public.ts'
import {
  endEmailChange,
  findEmailChange,
  markEmailConfirmed,
  setEmail,
} from '#server/accounts/email-change/email-change.public.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import { addJob } from '#server/database/add-job.ts'
import { moveBuyersEmail } from '#server/orders/orders.public.ts'
import type { Services } from '#server/services.ts'
import { bookSealedMail } from '#server/mail/sealed-mail.ts'
import { hashOf } from './ask-for-new-email.ts'
import { changedMail } from './email-change-mails.ts'

type FinishServices = Pick<Services, 'db' | 'identity' | 'site' | 'sealer'>

/**
 * Changes an account's email to the one whose link was opened, in a session of that very account: the reader of a
 * mistyped address must not get it. Every other session ends. Refuses a link that has expired, was used, or is another
 * account's, and an email taken meanwhile. A job of the same transaction finishes after a crash.
 */
export async function confirmNewEmail(
  services: FinishServices & Pick<Services, 'clock' | 'log'> & Refuses<'not_found'>,
  account: SignedInAccount,
  token: string,
): Promise<void> {
  const { sessionId } = account
  // The browser then renews its token and retries.
  if (sessionId === undefined) return refuse('not_signed_in', 'Please sign in again to do this.')
  const now = services.clock.now()
  const newEmail = await services.db.transaction().execute(async (tx) => {
    await lockOpenAccount(tx, account.id)
    const change = await findEmailChange(tx, account.id)
    if (!change || change.tokenHash !== hashOf(token) || change.expiresAt <= now)
      return services.refuse('not_found', 'This link has expired, or is for another account. Links work for 24 hours.')
    await markEmailConfirmed(tx, account.id, now)
    await addJob(tx, 'finish_email_change', { accountId: account.id, sessionId })
    return change.newEmail
  })
  await finishEmailChange(services, account.id, sessionId).catch((error: unknown) => {
    services.log.warn({ accountId: account.id, err: error }, 'a change of email goes on in the background')
  })
  const present = await findAccountById(services.db, account.id)
  if (present?.email !== newEmail && !(await findEmailChange(services.db, account.id)))
    services.refuse('not_found', 'This email now belongs to another account. Your account keeps its current email.')
}

/**
 * The rest of the change: first the identity provider, whose addresses are unique, then the account and its orders.
 * Safe to repeat, and twice at once.
 */
export async function finishEmailChange(services: FinishServices, accountId: string, sessionId: string): Promise<void> {
  const { db, identity, site } = services
  const [change, account] = [await findEmailChange(db, accountId), await findAccountById(db, accountId)]
  if (!change?.confirmedAt || !account || account.closedAt) return
  const { identityId } = account
  const email = change.newEmail
  // Asked for before the shop lost the right to it, or moved to another provider: nothing changes.
  const { changeEmail } = identity.management ?? {}
  const outcome = changeEmail && identityId !== null ? await changeEmail({ identityId, email, sessionId }) : 'taken'
  await db.transaction().execute(async (tx) => {
    const present = await lockAccount(tx, accountId)
    if (!present || present.closedAt || !(await endEmailChange(tx, accountId, change)) || outcome === 'taken') return
    await setEmail(tx, accountId, email)
    if (!present.emailVerified) await addJob(tx, 'send_waiting_question', { accountId })
    await moveBuyersEmail(tx, accountId, email)
    await bookSealedMail(tx, services, changedMail(site, present.email))
  })
}
