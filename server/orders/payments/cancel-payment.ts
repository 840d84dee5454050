import type { Services } from '#server/services.ts'
import { reconcilePayment } from './reconcile-payment.ts'

/**
 * Cancels an open payment at the card provider after the book was paid for in cash, so that a page left open can't
 * charge a card. Money that moved before is refunded. Called twice, nothing happens the second time. Rejects where the
 * provider does.
 */
export async function cancelPayment(
  { cards, ...services }: Pick<Services, 'db' | 'clock' | 'cards' | 'log'>,
  intentId: string,
): Promise<void> {
  if (!cards) return
  if ((await cards.cancelIntent(intentId)) !== 'cancelled') await reconcilePayment({ ...services, cards }, intentId)
}
