import { mayChooseCash } from '#contract/orders/orders.policy.ts'
import type { Order } from '#contract/orders/orders.ts'
import { useSite } from '#client/ui/site.ts'

/** Whether cash is the only way left: the order was to be paid by card, and the shop has since switched cards off. */
export function useIsCashLeft(order: Pick<Order, 'state' | 'paysInCash' | 'isPaymentProcessing'>): boolean {
  const { cards } = useSite()
  return cards.mode === 'off' && mayChooseCash(order) === 'yes'
}

/** When the buyer of a reserved book gets the seller's contacts. */
export function useContactsWords(order: Pick<Order, 'state' | 'paysInCash' | 'isPaymentProcessing'>): string {
  const isCash = useIsCashLeft(order) || order.paysInCash
  return `We’ll show them once ${isCash ? 'the seller has accepted cash' : 'you’ve paid'}.`
}
