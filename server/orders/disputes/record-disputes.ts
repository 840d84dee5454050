import { nextOrderState } from '#contract/orders/order-life.ts'
import type { MovementKind } from '#contract/orders/order-record.ts'
import type { Tx } from '#server/database/schema.ts'
import { insertMovement, refundFrom } from '#server/orders/ledger/ledger.sql.ts'
import { movements } from '#server/orders/ledger/movements.rules.ts'
import { moveOrder } from '#server/orders/order-changes.sql.ts'
import { lockOrder, type OrderRow } from '#server/orders/orders.sql.ts'
import { makeRoom } from '#server/orders/payments/make-room.ts'
import { findPayment, type PaymentRow } from '#server/orders/payments/payments.sql.ts'
import { listRefundsOfOrder, sumOf } from '#server/orders/payments/refunds.sql.ts'
import type { CardPayments, ProviderDispute } from '#server/ports/card-payments.ts'
import type { Services } from '#server/services.ts'
import { bookDisputeMails } from './dispute-mails.ts'
import { inCurrencyOf, isNews, isOver, transitionOf } from './disputes.rules.ts'
import {
  countDisputeChanges,
  insertDispute,
  listDisputesOfOrder,
  updateDispute,
  type DisputeChange,
  type DisputeRow,
} from './disputes.sql.ts'

type RecordServices = Pick<Services, 'db' | 'clock'> & { cards: CardPayments }

/**
 * Records a payment's disputes as the provider reports them: moves in the ledger what the bank took, gave back or
 * keeps, and the order where its life says so. What a lost dispute takes is the seller's loss as far as anything was
 * left of the payment, and the club's beyond; the provider's fee is the club's. Called twice, or by several at once,
 * everything moves once, and admins and the seller get one email about each step; an answer older than what is stored is dropped, and the provider asked again.
 */
export async function recordDisputes(services: RecordServices, intentId: string): Promise<void> {
  const { db, cards } = services
  if (!cards.disputes) return
  const before = await countDisputeChanges(db, intentId)
  const reports = await cards.disputes.listOf(intentId)
  const seen = await findPayment(db, intentId)
  if (!seen) return
  const isRecorded = await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, seen.orderId)
    const payment = await findPayment(tx, intentId)
    if (!order || !payment) return true
    if ((await countDisputeChanges(tx, intentId)) !== before) return false
    for (const report of reports) await recordOne(tx, { order, payment }, inCurrencyOf(payment, report), services)
    return true
  })
  if (!isRecorded) await recordDisputes(services, intentId)
}

interface Disputed {
  order: OrderRow
  payment: PaymentRow
}

async function recordOne(
  tx: Tx,
  { order, payment }: Disputed,
  report: ProviderDispute,
  { clock }: Pick<Services, 'clock'>,
): Promise<void> {
  const now = clock.now()
  const all = (await listDisputesOfOrder(tx, order.id)).filter(({ paymentId }) => paymentId === payment.id)
  const known = all.find(({ providerDisputeId }) => providerDisputeId === report.providerDisputeId) ?? null
  if (known && !isNews(known, report)) return
  const dispute = known ?? (await addDispute(tx, payment, report, now))
  const others = all.filter(({ id }) => id !== dispute.id)
  const lost = others.reduce((sum, { borne }) => sum + borne, 0)
  const left = await leftOf(tx, payment, lost, report, now)
  const to = changeOf(dispute, report, left, now)
  await moveMoney(tx, payment, dispute, to, now)
  await updateDispute(tx, dispute.id, to)
  const transition = transitionOf(known, report, { borne: to.borne, left: left - to.borne })
  if (!transition) return
  await bookDisputeMails(tx, dispute, { isOver: isOver(report), respondBy: report.respondBy }, now)
  if (!dispute.counts || !nextOrderState(order.state, transition)) return
  const facts = { disputeId: dispute.id }
  // The next dispute of this report needs the new state.
  order.state = await moveOrder(tx, order, transition, { by: { as: 'provider' }, now, facts })
}

const addDispute = (tx: Tx, { id, orderId, refundReason }: PaymentRow, report: ProviderDispute, now: Date) =>
  insertDispute(tx, {
    orderId,
    paymentId: id,
    counts: refundReason === null,
    providerDisputeId: report.providerDisputeId,
    status: report.status,
    isInquiry: report.isInquiry,
    amount: report.amount,
    respondBy: report.respondBy,
    openedAt: report.openedAt,
    endedAt: isOver(report) ? now : null,
  })

/**
 * What refunds, and the `lost` of other disputes, have left of a payment. A loss takes the place of refunds that the
 * provider hasn't made.
 */
async function leftOf(tx: Tx, payment: PaymentRow, lost: number, report: ProviderDispute, now: Date): Promise<number> {
  const refunds = (await listRefundsOfOrder(tx, payment.orderId)).filter(({ paymentId }) => paymentId === payment.id)
  const left = payment.amount - sumOf(refunds) - lost
  return report.status === 'lost' ? left + (await makeRoom(tx, refunds, report.withdrawn - left, now)) : left
}

function changeOf(dispute: DisputeRow, report: ProviderDispute, left: number, now: Date): DisputeChange {
  const { status, isInquiry, amount, respondBy, withdrawn } = report
  const isLost = status === 'lost'
  return {
    status,
    isInquiry,
    amount,
    respondBy,
    withdrawn,
    taken: isLost ? withdrawn : 0,
    borne: isLost ? Math.max(0, Math.min(withdrawn, left)) : status === 'closed' ? 0 : dispute.borne,
    cost: report.cost ?? dispute.cost,
    endedAt: isOver(report) ? (dispute.endedAt ?? now) : null,
  }
}

/** Moves the differences: first what comes back, then what goes. */
async function moveMoney(tx: Tx, payment: PaymentRow, from: DisputeRow, to: DisputeChange, now: Date): Promise<void> {
  const { orderId, currency } = payment
  const move = (kind: MovementKind, amount: number) => {
    const sides = amount < 0 ? { from: movements[kind].to, to: movements[kind].from } : movements[kind]
    const source = `${from.id} ${from.changes}`
    return insertMovement(tx, { orderId, kind, source, amount: Math.abs(amount), currency, at: now, ...sides })
  }
  const [withdrawn, taken] = [to.withdrawn - from.withdrawn, to.taken - from.taken]
  if (taken < 0) await move('dispute_lost', taken)
  await (withdrawn < 0 ? move('dispute_reinstated', -withdrawn) : move('dispute_withdrawn', withdrawn))
  if (taken > 0) await move('dispute_lost', taken)
  // Until the order is done, nothing of it is the seller's; then less is (`insertMovementsOfTransition`).
  if ((await refundFrom(tx, orderId, payment.id)) === 'seller') await move('dispute_borne', to.borne - from.borne)
  await move('dispute_cost', to.cost - from.cost)
}
