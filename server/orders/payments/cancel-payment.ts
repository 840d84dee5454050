import type { Services } from '#server/services.ts'
import { reconcilePayment } from './reconcile-payment.ts'

/**
 * Cancels a payment at the card provider that nobody is to make any more, since the book was paid for in cash: a page
 * that is still open somewhere can't charge a card then. Money that moved before goes back. Called twice, nothing
 * happens the second time. Rejects where the provider does.
 */
export async function cancelPayment(
  { cards, ...services }: Pick<Services, 'db' | 'clock' | 'cards' | 'log'>,
  intentId: string,
): Promise<void> {
  if (!cards) return
  if ((await cards.cancelIntent(intentId)) === 'succeeded') await reconcilePayment({ ...services, cards }, intentId)
}
