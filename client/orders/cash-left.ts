import { mayChooseCash } from '#contract/orders/orders.policy.ts'
import type { Order } from '#contract/orders/orders.ts'
import { useSite } from '#client/ui/site.ts'

/** Reserved to be paid by card, in a shop that has switched cards off since: to ask for cash is the way that is left. */
export function useIsCashLeft(order: Pick<Order, 'state' | 'paysInCash'>): boolean {
  const { cards } = useSite()
  return cards.mode === 'off' && mayChooseCash(order) === 'yes'
}

/** When a buyer who has only reserved the book will see how to reach its seller. */
export function useContactsWords(order: Pick<Order, 'state' | 'paysInCash'>): string {
  const isCash = useIsCashLeft(order) || order.paysInCash
  return `We’ll show them once ${isCash ? 'the seller has agreed' : 'you’ve paid'}.`
}
