import { refuse } from '#contract/problems.ts'
import { getOrderOfBuyer } from './list-orders.ts'
import { requireSamePrice, requireTransition } from './orders.rules.ts'
import { setIntent } from './orders.sql.ts'
import type { CardPayments } from '#server/ports/card-payments.ts'
import { AmountRefused } from '#server/ports/provider-error.ts'
import type { Services } from '#server/services.ts'
import { reconcilePayment, requireCards } from './reconcile-payment.ts'

/**
 * Opens the payment of a claimed order at the card provider and answers what the browser needs to confirm it. The
 * amount is the order's own. Refuses orders of others, another price than the order's, an order that is not waiting
 * for its payment, and an amount that the provider doesn't charge. Called twice, it answers the same payment.
 */
export async function openPayment(
  services: Pick<Services, 'db' | 'clock' | 'cards' | 'log'>,
  buyerId: string,
  request: { orderId: string; resalePrice: string },
): Promise<{ clientSecret: string }> {
  const cards = requireCards(services)
  const order = await getOrderOfBuyer(services.db, buyerId, request.orderId)
  requireSamePrice(request.resalePrice, order)
  requireTransition(order.state, 'buyer_pays')
  if (order.payBy <= services.clock.now()) refuse('order_not_open', 'The time to pay for this order is over.')
  if (order.intentId) return reopen(services, cards, { ...order, intentId: order.intentId })
  const { id: orderId, amount, currency } = order
  const intent = await cards
    .openIntent({ orderId, amount, currency: currency.toLowerCase(), description: order.snapshot.title })
    .catch(unlessAmountRefused)
  if (!(await setIntent(services.db, order.id, intent.intentId))) {
    // Cancelled or expired in between: an open payment nobody waits for must not stay.
    if ((await cards.cancelIntent(intent.intentId)) === 'succeeded') await reconcilePayment(services, intent.intentId)
    refuse('order_not_open', 'This order can no longer be paid.')
  }
  return { clientSecret: intent.clientSecret }
}

/** The payment that was opened before: a second one beside it could be paid too. */
async function reopen(
  services: Pick<Services, 'db' | 'clock' | 'cards' | 'log'>,
  cards: CardPayments,
  { intentId, amount }: { intentId: string; amount: number },
): Promise<{ clientSecret: string }> {
  const intent = await cards.findIntent(intentId)
  if (intent && intent.status !== 'cancelled' && intent.amount !== amount)
    return refuse('order_not_open', 'This order’s payment was opened with another amount. Please cancel the order.')
  if (intent?.status === 'open' || intent?.status === 'processing') return { clientSecret: intent.clientSecret }
  if (intent?.status === 'succeeded') {
    await reconcilePayment(services, intentId)
    return refuse('order_not_open', 'This order is already paid.')
  }
  return refuse('order_not_open', 'This order’s payment was cancelled. Please cancel the order too, to free the book.')
}

/** Where the provider's least is not on our list, a copy may be too cheap for a card. */
function unlessAmountRefused(error: unknown): never {
  if (!(error instanceof AmountRefused)) throw error
  return refuse(
    'cards_off',
    'Cards can’t be charged with this amount. Please settle with the seller when you meet, or cancel the order.',
  )
}
