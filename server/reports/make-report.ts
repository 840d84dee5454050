import { dayBefore } from '#contract/duration.ts'
import { MOST_REPORTS_A_DAY, type ReportKind } from '#contract/reports/reports.ts'
import { refuse, type Refuses } from '#contract/problems.ts'
import { findAccountById, listAdminIds, type SignedInAccount } from '#server/accounts/accounts.public.ts'
import { reportMail } from './report-mail.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import { findBook } from '#server/books/list-books.ts'
import { findReceivedMessage } from '#server/messages/messages.public.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { countReportsSince, insertReport, type NewReport, type Target } from './reports.sql.ts'

/**
 * Reports a listing, message, person or copy of another book to the admins, with a snapshot. All reports of a thing are one case until it is
 * decided; the first one mails each admin. Refuses invisible things, the reporter's own, and more than a day's limit.
 * The same report again changes nothing.
 */
export async function makeReport(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found'>,
  reporter: Pick<SignedInAccount, 'id'>,
  {
    kind,
    target: id,
    of,
    ...said
  }: { kind: ReportKind; target: string; of?: string | undefined } & Pick<NewReport, 'reason' | 'words'>,
): Promise<void> {
  const now = services.clock.now()
  await services.db.transaction().execute(async (tx) => {
    // Row lock: serialises the count of a person's reports.
    await lockOpenAccount(tx, reporter.id)
    const target = await targets[kind](tx, id, { reporterId: reporter.id, of })
    if (!target || target.aboutId === reporter.id)
      return services.refuse('not_found', 'There’s nothing to report here.')
    if ((await countReportsSince(tx, reporter.id, dayBefore(now))) >= MOST_REPORTS_A_DAY)
      refuse(
        'too_many_requests',
        'You’ve reported a lot today. Please write to the club instead, or come back tomorrow.',
      )
    const caseId = await insertReport(tx, target, { reporterId: reporter.id, now, ...said })
    if (caseId === null) return
    for (const adminId of await listAdminIds(tx)) await reportMail.book(tx, { caseId, adminId })
  })
}

/** Finders per kind of thing; to report a new kind, add it here and in the contract. */
const targets: Record<
  ReportKind,
  (tx: Tx, id: string, by: { reporterId: string; of: string | undefined }) => Promise<Target | null>
> = {
  book: async (tx, id) => {
    const book = await findBook({ db: tx }, id)
    const { title = '', description = '' } = book ?? {}
    return book && { kind: 'book', id, aboutId: book.seller.id, evidence: { title, description } }
  },
  person: async (tx, id) => {
    const account = await findAccountById(tx, id)
    return account && !account.closedAt ? { kind: 'person', id, aboutId: id, evidence: {} } : null
  },
  copy: async (tx, id, { of }) => {
    const [book, other] = [await findBook({ db: tx }, id), of === undefined ? null : await findBook({ db: tx }, of)]
    if (!book || !other || of === id) return null
    const evidence = { title: book.title, of: { id: other.id, title: other.title } }
    return { kind: 'copy', id, aboutId: book.seller.id, evidence }
  },
  message: async (tx, id, { reporterId }) => {
    const message = await findReceivedMessage(tx, id, reporterId)
    if (!message) return null
    const messages = message.around.map(({ senderId, sentAt, ...one }) => ({
      ...one,
      by: senderId,
      at: sentAt.toISOString(),
    }))
    return { kind: 'message', id, aboutId: message.senderId, evidence: { title: message.title, messages } }
  },
}
