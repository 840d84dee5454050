import type { Site } from '#contract/site.ts'

type WaysToPay = Pick<Site, 'cash'> & { cards: Pick<Site['cards'], 'mode'> }

/** How long the other side of a paid order keeps the contacts of an account that was closed, in days. */
export const CLOSED_CONTACTS_DAYS = 180

/**
 * When the two sides of an order see how to reach each other, by the ways in which the shop is paid; the words are those
 * for whom it is said to: 'it’s paid or you’ve accepted cash'.
 */
export function contactsOpen({ cards, cash }: WaysToPay, words: { paid: string; agreed: string }): string {
  return [cards.mode !== 'off' && words.paid, cash && words.agreed].filter(Boolean).join(' or ')
}
