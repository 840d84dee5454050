import type { BookOnTheWire } from '#contract/books/books.ts'

/** What the form of a listing starts with; its prices only where they are in the shop's currency. */
export function formTexts(wire: BookOnTheWire, currency: string): Record<string, string> {
  const texts = Object.entries(wire).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const isForeign = wire.currency !== currency
  return Object.fromEntries(texts.filter(([name]) => !(isForeign && name.endsWith('Price'))))
}
