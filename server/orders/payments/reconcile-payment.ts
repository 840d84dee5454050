import { ID_PATTERN } from '#contract/ids.ts'
import { nextOrderState, REMINDER_DAYS } from '#contract/orders/order-life.ts'
import type { Refuses } from '#contract/problems.ts'
import { addMail } from '#server/database/add-mail.ts'
import type { Tx } from '#server/database/schema.ts'
import { moveOrder } from '#server/orders/order-changes.sql.ts'
import { lockOrder } from '#server/orders/orders.sql.ts'
import type { CardPayments, IntentReport } from '#server/ports/card-payments.ts'
import type { Services } from '#server/services.ts'
import { effectOfPayment } from '#server/orders/orders.rules.ts'
import { findPayment, insertPayment, markRefunded, type PaymentRow } from './payments.sql.ts'

type ReconcileServices = Pick<Services, 'db' | 'clock' | 'log'> & { cards: CardPayments }

/**
 * The one place where money becomes true: asks the card provider about a payment and writes what follows. The
 * webhook, the browser's report and the sweep all end here, in whatever order and however often; a payment is
 * recorded once. Money for an order that can't be fulfilled any more is recorded and goes back in full. Answers the
 * recorded payment, or null when the provider knows of no success.
 */
export async function reconcilePayment(services: ReconcileServices, intentId: string): Promise<PaymentRow | null> {
  const report = await services.cards.findIntent(intentId)
  if (report?.status !== 'succeeded' || report.orderId === null) return null
  // Another program on the same card account may call other things an order.
  if (!ID_PATTERN.test(report.orderId)) return null
  await recordPayment(services, report, report.orderId)
  await refundIfDue(services, intentId)
  if (report.refunded) await recordRefund(services, report.orderId, intentId)
  return findPayment(services.db, intentId)
}

/** The same services with a card provider for certain; refused with words when card payments are off. */
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
    const { intentId, amount } = report
    await insertPayment(tx, { orderId, intentId, amount, currency: report.currency.toUpperCase(), refundReason }, now)
    const by = transition === 'buyer_pays' ? { as: 'buyer' as const, id: order.buyerId } : { as: 'provider' as const }
    const facts = { intentId, ...(refundReason !== null && { refundReason }) }
    if (transition) await moveOrder(tx, order, transition, { by, now, facts })
    if (transition !== 'buyer_pays') return
    await addPaidMails(tx, orderId, now)
  })
}

/** The receipt for both, and reminders of the meeting while nobody says that it took place. */
async function addPaidMails(tx: Tx, orderId: string, now: Date): Promise<void> {
  const daysLater = (days: number) => new Date(now.getTime() + days * 24 * 3600 * 1000)
  const [first, last] = REMINDER_DAYS
  for (const to of ['buyer', 'seller'] as const) {
    await addMail(tx, 'order_paid', { orderId, to })
    await addMail(tx, 'order_news', { orderId, to, news: 'first_reminder' }, daysLater(first))
    await addMail(tx, 'order_news', { orderId, to, news: 'last_reminder' }, daysLater(last))
  }
}

/** Gives back what must go back; the reason was committed before, so that a crash in between is made good later. */
export async function refundIfDue(services: ReconcileServices, intentId: string): Promise<void> {
  const payment = await findPayment(services.db, intentId)
  if (!payment?.refundReason || payment.refundedAt) return
  const { refundId } = await services.cards.refund(intentId)
  await markRefunded(services.db, intentId, { refundId, reason: payment.refundReason }, services.clock.now())
}

/**
 * The provider says that the money went back: the order that it paid follows where its life allows. Money that was to
 * go back anyway paid nothing, and its return ends nothing.
 */
async function recordRefund(services: ReconcileServices, orderId: string, intentId: string): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const payment = await findPayment(tx, intentId)
    const now = services.clock.now()
    await markRefunded(tx, intentId, { refundId: null, reason: 'refunded at the card provider' }, now)
    if (!order || !nextOrderState(order.state, 'provider_refunds') || payment?.refundReason !== null) return
    await moveOrder(tx, order, 'provider_refunds', { by: { as: 'provider' }, now, facts: { intentId } })
  })
}
