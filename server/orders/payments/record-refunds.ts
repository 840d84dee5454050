import { nextOrderState } from '#contract/orders/order-life.ts'
import { refundMail } from './refund-mail.ts'
import { refundFailureMail, refundToGiveMail } from './refund-failure-mails.ts'
import type { Tx } from '#server/database/schema.ts'
import { bearLess } from '#server/orders/disputes/bear-less.ts'
import { moveOrder } from '#server/orders/order-changes.sql.ts'
import { lockOrder, type OrderRow } from '#server/orders/orders.sql.ts'
import type { CardPayments, ProviderRefund } from '#server/ports/card-payments.ts'
import type { Services } from '#server/services.ts'
import { makeRoom } from './make-room.ts'
import { findPayment, type PaymentRow } from './payments.sql.ts'
import {
  insertRefund,
  isToGiveByHand,
  listRefundsOfOrder,
  markRefundDone,
  markRefundFailed,
  markRefundReplaced,
  sumOf,
  type RefundRow,
} from './refunds.sql.ts'
import { listAdminIds } from '#server/accounts/accounts.public.ts'

type RecordServices = Pick<Services, 'db' | 'clock'> & { cards: CardPayments }

/**
 * Records a payment's refunds as the provider reports them: ours that are done, those made in the provider's dashboard,
 * and those that failed, which the club gives back another way. Moves the order where its life allows. Refunds of money
 * that paid for nothing end nothing. Called twice, it changes nothing the second time.
 */
export async function recordRefunds(services: RecordServices, intentId: string): Promise<void> {
  const made = await services.cards.listRefunds(intentId)
  const seen = await findPayment(services.db, intentId)
  if (!seen || made.length === 0) return
  await services.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, seen.orderId)
    const payment = await findPayment(tx, intentId)
    if (!order || !payment) return
    const now = services.clock.now()
    for (const one of made) await recordOne(tx, order, payment, one, now)
  })
}

async function recordOne(tx: Tx, order: OrderRow, payment: PaymentRow, made: ProviderRefund, now: Date) {
  const refunds = (await listRefundsOfOrder(tx, order.id)).filter(({ paymentId }) => paymentId === payment.id)
  const known = refunds.find(({ providerRefundId }) => providerRefundId === made.providerRefundId)
  const named = refunds.find(({ id }) => id === made.refundId)
  if (made.isFailed) return recordFailure(tx, known ?? named, made, now)
  if (known) return
  const failed = named ? undefined : refunds.find((refund) => refund.amount === made.amount && isToGiveByHand(refund))
  if (failed) return replaceFailed(tx, failed, made, now)
  // Older refunds were stored without the provider's ids.
  const done = refunds.filter((refund) => refund.doneAt && !isToGiveByHand(refund))
  if (sumOf(done) + made.amount > payment.amount) return
  const missing = sumOf(refunds) + made.amount - (payment.amount - payment.lost)
  const ours =
    named ??
    // A wanted refund of the same amount: it is the same money.
    refunds.find(({ amount, doneAt }) => missing > 0 && amount === made.amount && !doneAt)
  if (ours) return markRefundDone(tx, ours.id, made.providerRefundId, now)
  const room = await makeRoom(tx, refunds, missing, now)
  const { amount, providerRefundId } = made
  const refund = await insertRefund(tx, {
    orderId: order.id,
    paymentId: payment.id,
    amount,
    currency: payment.currency,
    actor: 'provider',
    actorId: null,
    reason: null,
    requestKey: null,
    providerRefundId,
    wantedAt: now,
    doneAt: now,
  })
  // The next refund of this report needs the new sum.
  payment.lost -= await bearLess(tx, payment, missing - room, now)
  if (payment.refundReason !== null) return
  for (const to of ['buyer', 'seller'] as const) await refundMail.book(tx, { refundId: refund.id, to })
  await follow(tx, order, payment, missing >= 0, now)
}

/** Marks a refund as failed. Those made at the provider that failed before we heard of them need nothing. */
async function recordFailure(tx: Tx, refund: RefundRow | undefined, { providerRefundId }: ProviderRefund, now: Date) {
  if (!refund) return
  await markRefundDone(tx, refund.id, providerRefundId, now)
  // Replaced by a later refund.
  if (refund.doneAt && refund.providerRefundId !== providerRefundId) return
  if (await markRefundFailed(tx, refund, now)) await bookFailureMails(tx, refund.id, now)
}

async function replaceFailed(tx: Tx, { id }: RefundRow, { providerRefundId }: ProviderRefund, now: Date) {
  await markRefundReplaced(tx, id, providerRefundId, now)
  await refundFailureMail.book(tx, { refundId: id, news: 'given', since: now.toISOString() })
}

async function follow(tx: Tx, order: OrderRow, { intentId }: PaymentRow, isAll: boolean, now: Date): Promise<void> {
  const transition = isAll ? 'provider_refunds' : 'provider_refunds_part'
  if (!nextOrderState(order.state, transition)) return
  const state = await moveOrder(tx, order, transition, { by: { as: 'provider' }, now, facts: { intentId } })
  // The next refund of this report needs the new state.
  order.state = state
}

/** Books the emails about a refund that the card's bank rejected: to its buyer and to each admin. */
async function bookFailureMails(tx: Tx, refundId: string, now: Date): Promise<void> {
  const since = now.toISOString()
  await refundFailureMail.book(tx, { refundId, news: 'failed', since })
  for (const adminId of await listAdminIds(tx)) await refundToGiveMail.book(tx, { refundId, adminId, since })
}
