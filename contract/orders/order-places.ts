import { href } from '#contract/href.ts'
/** The parts of an order's page that an address can lead to, by the ids of their headings. */
export const orderPlaces = {
  /** What its reader does next, or what it waits for: to agree, to hand over, to enter the code. */
  step: 'next-step',
  refunds: 'refunds',
  disputes: 'chargebacks',
  problems: 'problems',
} as const

export type OrderPlace = keyof typeof orderPlaces

/** An order's page, below the shop's own address, at one of its parts. */
export const orderPage = (orderId: string, place: OrderPlace): string =>
  `${href('/dashboard/orders/:orderId', orderId)}#${orderPlaces[place]}`

/** On the payment page of an order to be paid in cash: the buyer would rather pay by card. */
export const BY_CARD = '#card'
