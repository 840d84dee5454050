import type { BookOnTheWire } from '#contract/books/books.ts'

/** Initial values of a listing's form; prices only in the shop's currency. */
export function formTexts(wire: BookOnTheWire, currency: string): Record<string, string> {
  const texts = Object.entries(wire).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const isForeign = wire.currency !== currency
  return Object.fromEntries(texts.filter(([name]) => !(isForeign && name.endsWith('Price'))))
}
