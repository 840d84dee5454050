import type { Decision } from '#contract/reports/reports.ts'
import type { Refuses } from '#contract/problems.ts'
import { closeIn, finishClosing, type CloseServices } from '#server/account-closure/close-account.ts'
import { suspendIn } from '#server/account-closure/suspend-account.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { takeDownIn } from '#server/books/take-down-book.ts'
import { decisionMail } from './decision-mail.ts'
import { decideWorksIn } from '#server/search/works/decide-works.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { findCase, listReportsOf, setDecided, type CaseRow } from './reports.sql.ts'

type DecideServices = CloseServices &
  Pick<Services, 'sealer' | 'site'> &
  Refuses<
    'not_found' | 'case_changed' | 'account_protected' | 'suspended_already' | 'taken_down_already' | 'listings_alike'
  >

interface Wish {
  /** Number of reports that the admin has read. */
  seen: number
  decision: Decision
  days: number | null
  note: string
}

/**
 * Moderation: decides a case and does what was decided, all or nothing; both sides get the reason by email. Refuses a case that
 * another admin decided, or that grew since it was read, and what can't be done to this person or listing. Called
 * twice, it is refused the second time.
 */
export async function decideCase(
  services: DecideServices,
  admin: SignedInAccount,
  caseId: string,
  wish: Wish,
): Promise<void> {
  const found = await services.db.transaction().execute(async (tx) => {
    const found = await findCase(tx, caseId)
    if (!found) return services.refuse('not_found', 'We can’t find that report.')
    const now = services.clock.now()
    if (!(await setDecided(tx, caseId, { ...wish, by: admin.id, now })))
      services.refuse(
        'case_changed',
        'Another admin has decided this, or more was reported meanwhile. Reload the page.',
      )
    for (const { reporter } of await listReportsOf(tx, caseId))
      await decisionMail.book(tx, { caseId, accountId: reporter.id })
    // A closed account gets its last email instead.
    // A wrongly joined listing is no fault of its seller.
    if (wish.decision !== 'close' && found.kind !== 'copy')
      await decisionMail.book(tx, { caseId, accountId: found.aboutId })
    await carryOut(tx, services, admin, found, wish)
    return found
  })
  if (wish.decision === 'close') await finishClosing(services, found.aboutId, admin.id)
}

async function carryOut(
  tx: Tx,
  services: DecideServices,
  admin: SignedInAccount,
  { kind, targetId, aboutId, evidence }: CaseRow,
  { decision, days, note }: Wish,
): Promise<void> {
  if (decision === 'suspend') return suspendIn(tx, services, admin, aboutId, { days, reason: 'rules', note })
  if (decision === 'close') return closeIn(tx, services, admin, aboutId, note)
  if (decision === 'take_down') {
    if (kind !== 'book') return services.refuse('not_found', 'Only a listing can be taken down.')
    return takeDownIn(tx, services, admin, targetId, { reason: 'rules', note })
  }
  if (decision === 'part') {
    const other = evidence.of?.id
    if (other === undefined) return services.refuse('not_found', 'Only copies of a book can be shown as others.')
    return decideWorksIn(tx, services, admin, { listing: targetId, other, answer: 'different' })
  }
  await writeAudit(tx, {
    kind: decision === 'warn' ? 'person_warned' : 'report_dismissed',
    by: { as: 'admin', id: admin.id },
    at: services.clock.now(),
    accountId: aboutId,
    ...((kind === 'book' || kind === 'copy') && { bookId: targetId }),
  })
}
