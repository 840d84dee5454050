import { DAY_MS } from '#contract/duration.ts'
import { ID_PATTERN } from '#contract/ids.ts'
import { REMINDER_DAYS } from '#contract/orders/order-life.ts'
import type { Refuses } from '#contract/problems.ts'
import { refundMail } from './refund-mail.ts'
import { orderNewsMail, orderPaidMail } from '#server/orders/mails/order-mails.ts'
import type { Tx } from '#server/database/schema.ts'
import { insertMovement } from '#server/orders/ledger/ledger.sql.ts'
import { recordDisputes } from '#server/orders/disputes/record-disputes.ts'
import { moveOrder } from '#server/orders/order-changes.sql.ts'
import { findOrderOfIntent, lockOrder } from '#server/orders/orders.sql.ts'
import type { CardPayments, IntentReport } from '#server/ports/card-payments.ts'
import type { Services } from '#server/services.ts'
import { effectOfPayment } from '#server/orders/orders.rules.ts'
import { noteProcessing } from './note-processing.ts'
import { findPayment, insertPayment, type PaymentRow } from './payments.sql.ts'
import { recordRefunds } from './record-refunds.ts'
import { insertRefund, listRefundsOfOrder } from './refunds.sql.ts'
import { sendRefund } from './send-refund.ts'

type ReconcileServices = Pick<Services, 'db' | 'clock' | 'log'> & { cards: CardPayments }

/**
 * Reconciles a payment with the card provider and writes what follows. The webhook, the browser's report and the sweep
 * all end here, in any order and any number of times; a payment is recorded once. Money for an order that can't be
 * fulfilled any more is recorded and refunded in full. Money that is on its way is noted with the order, and when it
 * came to nothing. Returns the recorded payment, or null when the provider knows of no success.
 */
export async function reconcilePayment(services: ReconcileServices, intentId: string): Promise<PaymentRow | null> {
  const before = await findOrderOfIntent(services.db, intentId)
  const report = await services.cards.findIntent(intentId)
  if (report && before) await noteProcessing(services, report.status, before)
  if (report?.status !== 'succeeded' || report.orderId === null) return null
  // The card account may have payments of other programs, with other ids.
  if (!ID_PATTERN.test(report.orderId)) return null
  await recordPayment(services, report, report.orderId)
  if (report.isDisputed) await recordDisputes(services, intentId)
  await sendRefunds(services, report.orderId, intentId)
  const payment = await findPayment(services.db, intentId)
  // The provider's sum leaves out failed refunds.
  if (report.refunded === 0 && !payment?.refunded) return payment
  await recordRefunds(services, intentId)
  return findPayment(services.db, intentId)
}

/** Narrows services to those with a card provider; refused when card payments are off. */
export function withCards<Given extends Pick<Services, 'cards'> & Refuses<'cards_off'>>(
  services: Given,
): Given & { cards: CardPayments } {
  const { cards } = services
  if (!cards) return services.refuse('cards_off', 'This shop doesn’t take cards. Please pay the seller when you meet.')
  return { ...services, cards }
}

async function recordPayment(services: ReconcileServices, report: IntentReport, orderId: string): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) {
      services.log.warn({ intentId: report.intentId }, 'a payment names an order that does not exist')
      return
    }
    if (await findPayment(tx, report.intentId)) return
    const now = services.clock.now()
    const { transition, refundReason } = effectOfPayment(order, report)
    const { intentId, amount, cardLastFour, method } = report
    const currency = report.currency.toUpperCase()
    const payment = { orderId, intentId, amount, currency, refundReason, cardLastFour, method: method ?? 'card' }
    const paymentId = await insertPayment(tx, payment, now)
    if (report.cost)
      await insertMovement(tx, { ...payment, kind: 'provider_cost', source: paymentId, amount: report.cost, at: now })
    if (refundReason !== null) await addWholeRefund(tx, { ...payment, id: paymentId }, now)
    const by = transition === 'buyer_pays' ? { as: 'buyer' as const, id: order.buyerId } : { as: 'provider' as const }
    const facts = { intentId, ...(refundReason !== null && { refundReason }) }
    if (transition) await moveOrder(tx, order, transition, { by, now, facts })
    if (transition !== 'buyer_pays') return
    await addPaidMails(tx, orderId, now)
  })
}

/**
 * Refunds a payment that paid for nothing, with an email to the buyer, in the payment's transaction; a crash in between
 * is made good later.
 */
async function addWholeRefund(
  tx: Tx,
  { id, orderId, amount, currency }: Pick<PaymentRow, 'id' | 'orderId' | 'amount' | 'currency'>,
  now: Date,
): Promise<void> {
  const by = { actor: 'system' as const, actorId: null, reason: null, requestKey: null, providerRefundId: null }
  const refund = await insertRefund(tx, {
    orderId,
    paymentId: id,
    amount,
    currency,
    ...by,
    wantedAt: now,
    doneAt: null,
  })
  await refundMail.book(tx, { refundId: refund.id, to: 'buyer' })
}

async function sendRefunds(services: ReconcileServices, orderId: string, intentId: string): Promise<void> {
  const payment = await findPayment(services.db, intentId)
  if (!payment?.refunded) return
  for (const { id, paymentId } of await listRefundsOfOrder(services.db, orderId))
    if (paymentId === payment.id) await sendRefund(services, id)
}

/** Books both receipts, and reminders to confirm the hand-over. */
async function addPaidMails(tx: Tx, orderId: string, now: Date): Promise<void> {
  const daysLater = (days: number) => new Date(now.getTime() + days * DAY_MS)
  const [first, last] = REMINDER_DAYS
  for (const to of ['buyer', 'seller'] as const) {
    await orderPaidMail.book(tx, { orderId, to })
    await orderNewsMail.book(tx, { orderId, to, news: 'first_reminder' }, daysLater(first))
    await orderNewsMail.book(tx, { orderId, to, news: 'last_reminder' }, daysLater(last))
  }
}
