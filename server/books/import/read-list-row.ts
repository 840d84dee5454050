import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { bookFactsIn } from '#contract/books/book-facts.ts'
import { factsOf, type Condition, type NewBook } from '#contract/books/books.ts'
import { CONDITIONS } from '#contract/books/conditions.ts'
import { unguarded } from '#contract/books/spreadsheet-cells.ts'
import { perCurrency } from '#contract/money/money.ts'
import { optionalText } from '#contract/text.ts'
import { bindingOf, languageOf } from '../edition-facts.ts'
import { isRoundedNumber, readIsbn } from '../isbn.ts'
import { NEEDED_FACTS, type ListColumn, type ListRow, type NeededFact } from './list-row.ts'
import { madeUpFacts } from './made-up-facts.ts'

/** How the rows of one list are read. */
export interface ListRules {
  currency: string
  thisYear: number
  /** The shop's categories, by slug. */
  categories: readonly string[]
  /** What holds for every book whose row doesn't say it. */
  given: ListRow
  /** Whether what is still missing is made up: for a demo, never for real books. */
  makeUpMissing: boolean
}

export type ReadRow =
  | { kind: 'book'; book: NewBook; sourceKey: string; fingerprint: string }
  | { kind: 'refused'; reason: string }

/** The form's own rules, but that a description may be missing. */
const listedFactsIn = perCurrency((currency) => z.extend(bookFactsIn(currency), { description: optionalText(4000) }))

/** How people call what a listing needs. */
export const FACT_NAMES: Record<NeededFact, string> = {
  price: 'price',
  originalPrice: 'original price',
  location: 'location',
  phone: 'phone',
  yearOfPurchase: 'year of purchase',
}

/**
 * Makes a listing of a row in a list: by the seller's own words and no others, unless told to make up the rest. Checked
 * by the form's own rules; a description may be missing.
 * Refuses with every reason at once. `sourceKey` names the title and stays the same when the seller changes a price;
 * `fingerprint` tells two copies of one title apart.
 */
export function readListRow(raw: ListRow, rules: ListRules): ReadRow {
  const own = tidy(raw)
  const madeUp = rules.makeUpMissing ? madeUpFacts(own, rules.thisYear, rules.currency) : {}
  const row: ListRow = { ...madeUp, ...rules.given, ...own }
  const reasons = [...damages(own), ...missing(row)]
  const take = <T>(read: () => T): T | null => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      reasons.push(error.message)
      return null
    }
  }
  const isbn = take(() => isbnOf(row.isbn))
  const published = take(() => editionYearOf(row.published, rules.thisYear + 1))
  const yearOfPurchase = take(() => yearOf(row.yearOfPurchase, rules.thisYear))
  const condition = take(() => conditionOf(row.condition))
  const category = take(() => categoryOf(row.category, rules.categories))
  const parsed = z.safeDecode(listedFactsIn(rules.currency), {
    book_name: row.title ?? '',
    book_writer: row.authors ?? '',
    originalPrice: withoutCurrency(row.originalPrice ?? '0', rules.currency),
    resalePrice: withoutCurrency(row.price ?? '', rules.currency),
    condition: condition ?? '',
    mobileNumber: row.phone ?? '',
    category_name: category ?? '',
    location: row.location ?? '',
    description: row.description ?? '',
    yearOfPurchase: yearOfPurchase === null ? '' : String(yearOfPurchase),
    isbn: isbn ?? '',
    publisher: row.publisher ?? '',
    yearPublished: published === null ? '' : String(published),
    language: languageOf(row.language),
    binding: bindingOf(row.binding),
  })
  if (!parsed.success) reasons.push(...parsed.error.issues.filter(isNews(row)).map(({ message }) => message))
  if (reasons.length > 0 || !parsed.success) return { kind: 'refused', reason: [...new Set(reasons)].join('; ') }
  const hash = (parts: (string | undefined)[]) =>
    createHash('sha256')
      .update(parts.map((part) => part ?? '').join('\u001F'))
      .digest('base64url')
  return {
    kind: 'book',
    book: { ...factsOf(parsed.data), images: [] },
    sourceKey: hash([own.isbn, own.title, own.authors, own.firstPublished ?? own.published]),
    fingerprint: hash(
      Object.keys(own)
        .toSorted()
        .flatMap((column) => [column, own[column as ListColumn]]),
    ),
  }
}

/** Says why a cell can't be used. */
class Unreadable extends Error {}

/** Without the ="…" or the apostrophe that keep spreadsheets from counting, and empty cells. */
function tidy(raw: ListRow): ListRow {
  const row: ListRow = {}
  for (const [column, cell = ''] of Object.entries(raw) as [ListColumn, string?][]) {
    const text = unguarded(cell)
    if (text !== '') row[column] = text
  }
  return row
}

const damages = (row: ListRow): string[] =>
  Object.values(row)
    .filter((text) => text.includes('\uFFFD'))
    .map((text) => `“${text.slice(0, 60)}” has lost letters (�): save the list as UTF-8 from where it was made`)

const missing = (row: ListRow): string[] =>
  NEEDED_FACTS.filter((fact) => row[fact] === undefined).map((fact) => `no ${FACT_NAMES[fact]}`)

/** What is missing was said already. */
const wireNames: Record<string, ListColumn> = {
  resalePrice: 'price',
  originalPrice: 'originalPrice',
  mobileNumber: 'phone',
  location: 'location',
  yearOfPurchase: 'yearOfPurchase',
}
const isNews = (row: ListRow) => (issue: { path: PropertyKey[] }) => {
  const column = wireNames[String(issue.path[0])]
  return column === undefined || row[column] !== undefined
}

function isbnOf(text: string | undefined): string | null {
  // LibraryThing's brackets stand there, too, around none.
  if (text === undefined || text === '[]') return null
  if (isRoundedNumber(text))
    throw new Unreadable(`the ISBN “${text}” was rounded by a spreadsheet; make that column text, and export it again`)
  const found = [text, ...text.split(/[,;|\s]+/)].map(readIsbn).find((isbn) => isbn !== null)
  if (!found) throw new Unreadable(`“${text}” isn’t an ISBN: it has 10 or 13 digits, or leave the cell empty`)
  return found
}

const YEAR = /^\[?c?(-?\d{1,4})(?:\.0+|-\d{2}-\d{2}|\/\d{1,2}\/\d{1,2})?\]?$/

/** 2008, '2008.0' of a spreadsheet, '[2008]' and '2008-05-01' of a catalogue; 0 is what lists write for unknown. */
function yearOf(text: string | undefined, thisYear: number): number | null {
  const [, digits] = YEAR.exec(text ?? '0') ?? []
  if (digits === undefined) throw new Unreadable(`the year “${text}” is not a year`)
  if (Number(digits) > thisYear) throw new Unreadable(`the year ${digits} is still to come`)
  return Number(digits) || null
}

/** That of the edition may be missing: 'n.d.', 'c. 1999' and '1999?' of catalogues say none that is sure. */
const editionYearOf = (text: string | undefined, latest: number): number | null =>
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

function conditionOf(text: string | undefined): Condition | null {
  if (text === undefined) return null
  const found = findCondition(text)
  if (!found) throw new Unreadable(`the condition “${text}” isn’t one of ${CONDITIONS.join(', ')}`)
  return found
}

/** By its name in addresses or as people read it: 'cook-book', 'Cook Book', 'cook'. */
export function findCategory(text: string, slugs: readonly string[]): string | undefined {
  const plain = text.toLowerCase().replace(/[\s_]+/g, '-')
  return slugs.find((slug) => slug === plain || slug === `${plain}-book`)
}

function categoryOf(text: string | undefined, slugs: readonly string[]): string | null {
  if (text === undefined) return null
  const found = findCategory(text, slugs)
  if (!found) throw new Unreadable(`the category “${text}” isn’t one of ${slugs.join(', ')}`)
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
