import { createHash } from 'node:crypto'
import { said } from '#contract/mail-words.ts'
import { countMail } from '#server/accounts/mail-limits/count-mail.ts'
import { mindChoices } from '#server/accounts/mail-choices/mind-choices.ts'
import { mailUnread } from '#server/messages/mail-unread.ts'
import { mailAdminNews } from '#server/account-closure/mail-admin-news.ts'
import { mailAccountRestored, mailAccountSuspended } from '#server/account-closure/mail-suspension.ts'
import { mailListingPutBack, mailListingTakenDown } from '#server/books/mail-take-down.ts'
import { mailOrderNews } from '#server/orders/mail-order-news.ts'
import { mailProblemNews, mailProblemReminder } from '#server/orders/problems/mail-problem.ts'
import { mailMatches } from '#server/wants/mail-matches.ts'
import { mailPayout } from '#server/orders/ledger/mail-payout.ts'
import { mailRefund } from '#server/orders/payments/mail-refund.ts'
import { mailRefundFailure, mailRefundToGive } from '#server/orders/payments/mail-refund-failure.ts'
import { mailExport, mailFailedExport } from '#server/exports/mail-export.ts'
import { mailDecision } from '#server/reports/mail-decision.ts'
import { mailReport } from '#server/reports/mail-report.ts'
import { groupOf } from '#server/database/mail-groups.ts'
import { type Mail, MailRefused, StrangerRefused } from '#server/ports/mail.ts'
import { noteMailRefused, noteMailTaken } from '#server/accounts/mail-refusals/mail-refusals.public.ts'
import type { Services } from '#server/services.ts'
import type { MailKinds, MailJob } from '#server/database/mail-jobs.ts'

type MailServices = Pick<Services, 'db' | 'clock' | 'mail' | 'sealer' | 'shop' | 'site' | 'log'>

/** Who writes which email. */
const writers: { [Name in keyof MailKinds]: (services: MailServices, about: MailKinds[Name]) => Promise<Mail | null> } =
  {
    order_paid: (services, about) => mailOrderNews(services, { ...about, news: 'paid' }),
    order_news: mailOrderNews,
    unread_messages: mailUnread,
    problem_news: mailProblemNews,
    problem_reminder: mailProblemReminder,
    order_refund: mailRefund,
    refund_failure: mailRefundFailure,
    refund_to_give: mailRefundToGive,
    payout: mailPayout,
    wants_found: mailMatches,
    account_suspended: mailAccountSuspended,
    account_restored: mailAccountRestored,
    admin_news: mailAdminNews,
    listing_taken_down: mailListingTakenDown,
    listing_put_back: mailListingPutBack,
    report_waiting: mailReport,
    report_decided: mailDecision,
    export_ready: mailExport,
    export_failed: mailFailedExport,
    written: openWritten,
  }

/**
 * Writes an email and hands it over. Does nothing where there is nothing to say any more, no address, a reader who has
 * turned this kind off, or a mailbox at its limit (`countMail`). Called twice, it hands over the same mail under the same
 * id, by which the reader's program drops the second.
 */
export async function sendMail(services: MailServices, job: MailJob): Promise<void> {
  const { letter, about } = job
  const write = writers[letter] as (services: MailServices, about: MailJob['about']) => Promise<Mail | null>
  const written = await write(services, about)
  if (!written || written.to.address === '') return
  const group = groupOf(job)
  const mail = group ? await mindChoices(services, written, group) : written
  if (!mail) return
  const id = idOf(letter, about)
  const mayGo = await countMail(services, mail, id)
  if (mayGo === 'no')
    return services.log.info({ letter }, 'an email was not sent: its mailbox has reached the limit of its purpose')
  const { purpose = 'news', ...sent } = mail
  const to = { ...mail.to, name: said(mail.to.name) }
  const text = mayGo === 'last' && purpose === 'news' ? `${lastToday(services.site)}\n\n${mail.text}` : mail.text
  await deliver(services, { ...sent, to, text, id })
}

/** Hands an email over, and notes for its reader whether the address takes any. */
async function deliver({ db, clock, mail }: MailServices, sent: Mail): Promise<void> {
  const { address } = sent.to
  try {
    await mail.send(sent)
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    if (await noteMailRefused(db, address, clock.now())) throw error
    throw new StrangerRefused(error.message, { cause: error })
  }
  await noteMailTaken(db, address)
}

/** For the reader of an unconfirmed address: why nothing follows today, and what to do about it. */
const lastToday = ({ publicUrl }: Services['site']) =>
  `(This email address isn’t confirmed, so we send nothing more to it today. Confirm it, and you get every email: ${publicUrl}/dashboard/account#address)`

/** The same for the same email about the same thing, in whatever order the database gives the parts back. */
function idOf(letter: string, about: object): string {
  const parts = Object.entries(about).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([letter, parts]))
    .digest('hex')
    .slice(0, 32)
}

function openWritten(
  { clock, sealer, log }: MailServices,
  { sealed, until }: MailKinds['written'],
): Promise<Mail | null> {
  if (until !== null && new Date(until) <= clock.now()) {
    log.warn({}, 'an email was not sent: the link in it expired while it waited; people can ask for a new one')
    return Promise.resolve(null)
  }
  const text = sealer.open(sealed)
  if (text === null)
    log.error({}, 'an email was not sent: it was sealed with other keys than those in the data folder (keys/shop.json)')
  return Promise.resolve(text === null ? null : (JSON.parse(text) as Mail))
}
