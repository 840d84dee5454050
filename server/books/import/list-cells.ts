import type { Condition } from '#contract/books/books.ts'
import { CONDITIONS } from '#contract/books/conditions.ts'
import { perCurrency } from '#contract/money/money.ts'
import { isRoundedNumber, readIsbn } from '../isbn.ts'

/** Says why a cell can't be used. */
export class UnreadableCell extends Error {}

/** The thirteen digits of an ISBN; null where the cell has none. */
export function isbnOf(text: string | undefined): string | null {
  // LibraryThing's brackets stand there, too, around none.
  if (text === undefined || text === '[]') return null
  if (isRoundedNumber(text))
    throw new UnreadableCell('a spreadsheet has rounded this ISBN; make that column text, and export it again')
  const found = [text, ...text.split(/[,;|\s]+/)].map(readIsbn).find((isbn) => isbn !== null)
  if (!found) throw new UnreadableCell('this isn’t an ISBN: it has 10 or 13 digits, or leave the cell empty')
  return found
}

const YEAR = /^\[?c?(-?\d{1,4})(?:\.0+|-\d{2}-\d{2}|\/\d{1,2}\/\d{1,2})?\]?$/

/** 2008, '2008.0' of a spreadsheet, '[2008]' and '2008-05-01' of a catalogue; 0 is what lists write for unknown. */
export function yearOf(text: string | undefined, thisYear: number): number | null {
  const [, digits] = YEAR.exec(text ?? '0') ?? []
  if (digits === undefined) throw new UnreadableCell('this is not a year')
  if (Number(digits) > thisYear) throw new UnreadableCell('this year is still to come')
  return Number(digits) || null
}

/** That of the edition may be missing: 'n.d.', 'c. 1999' and '1999?' of catalogues say none that is sure. */
export const editionYearOf = (text: string | undefined, latest: number): number | null =>
  text === undefined || YEAR.test(text) ? yearOf(text, latest) : null

/** Ours, and the words of booksellers for the same. */
const CONDITION_WORDS: Record<Condition, RegExp> = {
  excellent: /^(excellent|(as |like |brand )?new|mint|(near )?fine)$/,
  good: /^(good|very good|vg\+?)$/,
  fair: /^(fair|acceptable)$/,
}

/** By ours, or the words of booksellers for the same. */
export function findCondition(text: string): Condition | undefined {
  const plain = text.toLowerCase().replace(/^used[ -]*/, '')
  return CONDITIONS.find((condition) => CONDITION_WORDS[condition].test(plain))
}

export function conditionOf(text: string | undefined): Condition | null {
  if (text === undefined) return null
  const found = findCondition(text)
  if (!found) throw new UnreadableCell(`this condition isn’t one of ${CONDITIONS.join(', ')}`)
  return found
}

/** By its name in addresses or as people read it: 'cook-book', 'Cook Book', 'cook'. */
export function findCategory(text: string, slugs: readonly string[]): string | undefined {
  const plain = text.toLowerCase().replace(/[\s_]+/g, '-')
  return slugs.find((slug) => slug === plain || slug === `${plain}-book`)
}

export function categoryOf(text: string | undefined, slugs: readonly string[]): string | null {
  if (text === undefined) return null
  const found = findCategory(text, slugs)
  if (!found) throw new UnreadableCell(`this category isn’t one of ${slugs.join(', ')}`)
  return found
}

/** '$12.50' and '12,50 EUR' in a shop of that currency. */
export function withoutCurrency(price: string, currency: string): string {
  const mark = marksOf(currency).find((sign) => price.startsWith(sign) || price.endsWith(sign))
  return mark === undefined ? price : price.replace(mark, '').trim()
}

const marksOf = perCurrency((currency) =>
  (['code', 'symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .filter(({ type }) => type === 'currency')
      .map(({ value }) => value),
  ),
)
