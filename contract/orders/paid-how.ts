interface HowPaid {
  paysInCash: boolean
  paymentMethod: string | null
}

const isByCard = (method: string | null) => method === null || method === 'card'

/** How an order was paid, in words after 'paid': by a card, by another method of the card provider, or in cash. */
export function paidHow({ paysInCash, paymentMethod }: HowPaid): string {
  if (paysInCash) return 'in cash'
  return isByCard(paymentMethod) ? 'by card' : 'online'
}

/** How money of the card provider goes back, in words after 'sent': the way it came. */
export const backHow = (paymentMethod: string | null): string =>
  isByCard(paymentMethod) ? 'by card' : 'the way it was paid'

/** How a shop takes payments through its card provider, in words after 'pay'. */
export const payHow = ({ methods }: { methods: 'card' | 'account' }): string =>
  methods === 'account' ? 'online' : 'by card'
