import type { Services } from '#server/services.ts'
import { reconcilePayment } from './reconcile-payment.ts'

/**
 * Cancels an open payment at the card provider after the book was paid for in cash, so that a page left open can't
 * charge a card. Money that moved before is refunded. Called twice, nothing happens the second time. Rejects where the
 * provider does, and while a bank is sending the money: called again then, it is refunded.
 */
export async function cancelPayment(
  { cards, ...services }: Pick<Services, 'db' | 'clock' | 'cards' | 'log'>,
  intentId: string,
): Promise<void> {
  if (!cards) return
  const status = await cards.cancelIntent(intentId)
  if (status === 'processing') throw new Error('The payment is on its way; it is refunded once it has arrived')
  if (status === 'succeeded') await reconcilePayment({ ...services, cards }, intentId)
}
