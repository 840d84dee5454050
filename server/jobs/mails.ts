import { accountClosedForms } from '#server/account-closure/mail-account-closed.ts'
import { emailChangeForms } from '#server/account-closure/email-change/email-change-mails.ts'
import * as admin from '#server/account-closure/admin-mail.ts'
import * as suspension from '#server/account-closure/suspension-mails.ts'
import * as takeDown from '#server/books/take-down-mails.ts'
import * as exports from '#server/exports/export-mails.ts'
import * as sealed from '#server/mail/sealed-mail.ts'
import type { AnyMail } from '#server/mail/define-mail.ts'
import type { MailForm } from '#server/ports/mail.ts'
import * as unread from '#server/messages/unread-mail.ts'
import * as bankDetails from '#server/orders/bank-details/bank-details-mail.ts'
import * as dispute from '#server/orders/disputes/dispute-mails.ts'
import * as payout from '#server/orders/ledger/payout-mail.ts'
import * as order from '#server/orders/mails/order-mails.ts'
import * as refund from '#server/orders/payments/refund-mail.ts'
import * as refundFailure from '#server/orders/payments/refund-failure-mails.ts'
import * as balance from '#server/orders/transfers/balance-mail.ts'
import * as recipient from '#server/orders/transfers/recipient-mails.ts'
import * as problem from '#server/orders/problems/problem-mails.ts'
import * as decision from '#server/reports/decision-mail.ts'
import * as report from '#server/reports/report-mail.ts'
import * as matches from '#server/wants/matches-mail.ts'

const files = [
  admin,
  suspension,
  takeDown,
  exports,
  sealed,
  unread,
  dispute,
  payout,
  bankDetails,
  balance,
  recipient,
  order,
  refund,
  refundFailure,
  problem,
  decision,
  report,
  matches,
]
const isMail = (value: object): value is AnyMail => 'prepare' in value

/** All emails that a job can name: what the files above declare. */
export const mails: readonly AnyMail[] = files.flatMap((file) => Object.values<object>(file)).filter(isMail)

/** Every form of every email, but for those of the identity provider. */
export const mailForms: readonly MailForm[] = [
  ...mails.flatMap(({ forms }) => forms),
  ...emailChangeForms,
  ...accountClosedForms,
]

const byName = new Map(mails.map((mail) => [mail.name, mail]))

/** The email that a job names. Throws where none has this name: a later version may have booked it. */
export function mailNamed(name: string): AnyMail {
  const mail = byName.get(name)
  if (!mail) throw new Error(`This version has no email called ${name}.`)
  return mail
}
