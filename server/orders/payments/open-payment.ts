import type { Refuses } from '#contract/problems.ts'
import { getOrderOf } from '#server/orders/list-orders.ts'
import { requireSamePrice, requireTransition } from '#server/orders/orders.rules.ts'
import { setIntent } from '#server/orders/orders.sql.ts'
import type { CardPayments } from '#server/ports/card-payments.ts'
import { AmountRefused } from '#server/ports/provider-error.ts'
import type { Services } from '#server/services.ts'
import { reconcilePayment, withCards } from './reconcile-payment.ts'

/**
 * Opens the payment of a claimed order at the card provider and returns what the browser needs to confirm it. The
 * amount is the order's own. Refuses orders of others, another price than the order's, orders that don't wait for
 * payment, those whose payment is on its way, and amounts that the provider doesn't charge. Called twice, it returns the
 * same payment.
 */
export async function openPayment(
  given: Pick<Services, 'db' | 'clock' | 'cards' | 'log' | 'site'> &
    Refuses<'not_found' | 'price_mismatch' | 'order_not_open' | 'cards_off'>,
  buyerId: string,
  request: { orderId: string; resalePrice: string },
): Promise<{ clientSecret: string }> {
  const services = withCards({ ...given, cards: given.site.cards.mode === 'off' ? null : given.cards })
  const order = await getOrderOf(given, 'buyer', buyerId, request.orderId)
  requireSamePrice(given, request.resalePrice, order)
  requireTransition(given, order, 'buyer_pays')
  if (order.dueAt && order.dueAt <= services.clock.now())
    given.refuse('order_not_open', 'The time to pay for this order is over.')
  if (order.intentId) return reopen(services, { ...order, intentId: order.intentId })
  const { id: orderId, number, amount, currency, snapshot } = order
  const description = `${snapshot.title} (${number})`
  const { methods } = given.site.cards
  const intent = await services.cards
    .openIntent({ orderId, amount, currency: currency.toLowerCase(), description, methods })
    .catch(unlessAmountRefused(given))
  const intentId = await setIntent(services.db, order.id, intent.intentId)
  if (intentId === intent.intentId) return { clientSecret: intent.clientSecret }
  // The order ended in between, or another server opened its payment: cancel this one.
  if ((await services.cards.cancelIntent(intent.intentId)) !== 'cancelled')
    await reconcilePayment(services, intent.intentId)
  return intentId
    ? reopen(services, { ...order, intentId })
    : given.refuse('order_not_open', 'This order can no longer be paid.')
}

/** Reopens the earlier payment; a second one beside it could be paid too. */
async function reopen(
  services: Pick<Services, 'db' | 'clock' | 'log'> & { cards: CardPayments } & Refuses<'order_not_open'>,
  { intentId, amount }: { intentId: string; amount: number },
): Promise<{ clientSecret: string }> {
  const intent = await services.cards.findIntent(intentId)
  if (intent && intent.status !== 'cancelled' && intent.amount !== amount)
    return services.refuse(
      'order_not_open',
      'This order’s payment was opened with another amount. Please cancel the order.',
    )
  if (intent?.status === 'open') return { clientSecret: intent.clientSecret }
  if (intent?.status === 'succeeded' || intent?.status === 'processing') {
    await reconcilePayment(services, intentId)
    return services.refuse(
      'order_not_open',
      intent.status === 'succeeded' ? 'This order is already paid.' : 'The payment for this order is on its way.',
    )
  }
  return services.refuse(
    'order_not_open',
    'This order’s payment was cancelled. Please cancel the order too, to free the book.',
  )
}

/** Turns the provider's AmountRefused into a refusal: its minimum may be unknown to us. */
const unlessAmountRefused =
  (may: Refuses<'cards_off'>) =>
  (error: unknown): never => {
    if (!(error instanceof AmountRefused)) throw error
    return may.refuse(
      'cards_off',
      'Cards can’t be charged with this amount. Please settle with the seller when you meet, or cancel the order.',
    )
  }
