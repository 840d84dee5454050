import { readPriceText } from '#contract/money/currencies.ts'
import type { Decision } from '#contract/orders/problem-decisions.ts'
import { decisionsFor } from '#contract/orders/problems.policy.ts'
import type { ProblemKind } from '#contract/orders/problems.ts'
import type { RefundReason } from '#contract/orders/refunds.ts'
import type { Refuses } from '#contract/problems.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import type { Tx } from '#server/database/schema.ts'
import { moveOrder } from '#server/orders/order-changes.sql.ts'
import type { OrderRow } from '#server/orders/orders.sql.ts'
import { addRefund } from '#server/orders/payments/add-refund.ts'
import { sendRefund } from '#server/orders/payments/send-refund.ts'
import type { Services } from '#server/services.ts'
import { bookLastReminder } from './book-last-reminder.ts'
import { lockProblem } from './locked-order.ts'
import { endedWords } from './problem-words.ts'
import { endProblem, findLastEntry, type ProblemRow } from './problems.sql.ts'
import { findSameEntry, writeEntry } from './write-entry.ts'

type DecideServices = Pick<Services, 'db' | 'clock' | 'cards' | 'log'> &
  Refuses<'not_found' | 'problem_changed' | 'order_not_open'>

/** Maps a problem's kind to a refund's reason; the admin's own words stand in the problem. */
const refundReasonOf: Record<ProblemKind, RefundReason> = {
  not_as_described: 'not_as_described',
  not_met: 'not_met',
  not_received: 'not_met',
  other: 'goodwill',
}

/**
 * An admin ends a problem: refunds nothing, a part or all that is left, and both sides get the reason. Unless all is
 * refunded, the order's clock goes on. Refuses admins who are a side of the order, a problem that changed since the
 * revision that the admin read (with the other's decision), orders without a payment, and more than is left. Called
 * twice with the same words, it decides once.
 */
export async function decideProblem(
  services: DecideServices,
  admin: SignedInAccount,
  problemId: string,
  decision: Decision & { revision: number },
): Promise<void> {
  const refundId = await services.db.transaction().execute(async (tx) => {
    await lockOpenAccount(tx, admin.id)
    const { problem, order, author } = await lockProblem(services, tx, admin, problemId)
    if (author !== 'admin') return services.refuse('not_found', 'Another admin has to decide: this order is yours.')
    const by = { author, authorId: admin.id }
    if (problem.outcome && (await findSameEntry(tx, problemId, by, decision))) return null
    await requireAsRead(services, tx, problem, decision.revision)
    if (!decisionsFor(order.state).includes(decision.decision))
      services.refuse(
        'order_not_open',
        'Nothing has been paid yet, so there’s nothing to refund. Decide that the order goes on.',
      )
    return decide(services, tx, { problem, order, admin }, decision)
  })
  const { cards } = services
  if (refundId && cards)
    await sendRefund({ ...services, cards }, refundId).catch((err: unknown) => {
      services.log.warn({ problemId, err }, 'a refund could not be made yet; it will be tried again each minute')
    })
}

/** Refuses a stale revision: another decision, or a newer entry of a side. */
async function requireAsRead(
  services: Refuses<'problem_changed'>,
  tx: Tx,
  problem: ProblemRow,
  revision: number,
): Promise<void> {
  if (problem.outcome) {
    const last = await findLastEntry(tx, problem.id)
    const why = last?.author === 'admin' && last.text ? ` Why: “${last.text}”` : ''
    services.refuse('problem_changed', `${endedWords(problem)}${why}`)
  }
  if (revision !== problem.revision)
    services.refuse('problem_changed', 'There’s a new answer. Please read it, then decide again.')
}

interface Decided {
  problem: ProblemRow
  order: OrderRow
  admin: SignedInAccount
}

/** Returns the id of the refund to make at the card provider, if any. */
async function decide(
  services: DecideServices,
  tx: Tx,
  { problem, order, admin }: Decided,
  { decision, amount, text }: Decision,
): Promise<string | null> {
  const [problemId, now] = [problem.id, services.clock.now()]
  const by = { as: 'admin', id: admin.id } as const
  await writeEntry(tx, problemId, { author: 'admin', authorId: admin.id }, { text }, { news: 'decided', now })
  const audited = { kind: 'problem_decided', by, at: now, accountId: order.sellerId, orderId: order.id } as const
  await writeAudit(tx, { ...audited, facts: { reason: decision } })
  if (decision === 'nothing') {
    await endProblem(tx, problemId, { outcome: 'nothing' }, now)
    await moveOrder(tx, order, 'admin_decides', { by, now, facts: { problemId, decision } })
    await bookLastReminder(tx, problem, order, now)
    return null
  }
  const wanted = decision === 'all' ? 'all' : (readPriceText(amount ?? '', order.currency) ?? Number.NaN)
  const reason = refundReasonOf[problem.kind]
  // No idempotency key: the order's lock makes it happen once.
  const { refund, left } = await addRefund(services, tx, order, { amount: wanted, by, reason, now, isTold: true })
  const outcome = left === 0 ? 'all' : 'part'
  await endProblem(tx, problemId, { outcome, givenBack: refund.amount }, now)
  await moveOrder(tx, order, 'admin_decides', { by, now, facts: { problemId, decision: outcome } })
  if (left > 0) await bookLastReminder(tx, problem, order, now)
  const facts = { reason, refundId: refund.id }
  await moveOrder(tx, order, left === 0 ? 'admin_refunds' : 'admin_refunds_part', { by, now, facts })
  return refund.id
}
