import type { Site } from '#contract/site.ts'

type WaysToPay = Pick<Site, 'cash'> & { cards: Pick<Site['cards'], 'mode'> }

/**
 * When the two sides of an order see how to reach each other, by the ways in which the shop is paid; the words are those
 * for whom it is said to: 'it’s paid or you’ve agreed to cash'.
 */
export function contactsOpen({ cards, cash }: WaysToPay, words: { paid: string; agreed: string }): string {
  return [cards.mode !== 'off' && words.paid, cash && words.agreed].filter(Boolean).join(' or ')
}
