import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { bookFactsIn } from '#contract/books/book-facts.ts'
import { factsOf, type NewBook } from '#contract/books/books.ts'
import { unguarded } from '#contract/books/spreadsheet-cells.ts'
import { perCurrency } from '#contract/money/money.ts'
import { optionalText } from '#contract/text.ts'
import { bindingOf, languageOf } from '../edition-facts.ts'
import {
  categoryOf,
  conditionOf,
  editionYearOf,
  isbnOf,
  UnreadableCell,
  withoutCurrency,
  yearOf,
} from './list-cells.ts'
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

/** Why a row can't be a listing: by which of its cells, or what is given for all. */
export interface RowReason {
  column?: ListColumn
  reason: string
}

export type ReadRow =
  | { kind: 'book'; book: NewBook; sourceKey: string; fingerprint: string; lost: ListColumn[] }
  | { kind: 'refused'; reasons: RowReason[] }

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
 * `fingerprint` tells two copies of one title apart; of the columns in `lost` nothing is known that the listing could say.
 */
export function readListRow(raw: ListRow, rules: ListRules): ReadRow {
  const own = tidy(raw)
  const madeUp = rules.makeUpMissing ? madeUpFacts(own, rules.thisYear, rules.currency) : {}
  const row: ListRow = { ...madeUp, ...rules.given, ...own }
  const reasons = [...damages(own), ...missing(row)]
  const take = <T>(column: ListColumn, read: (cell: string | undefined) => T): T | null => {
    try {
      return read(row[column])
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error
      reasons.push({ column, reason: error.message })
      return null
    }
  }
  const texts = {
    isbn: take('isbn', isbnOf) ?? '',
    yearPublished: textOf(take('published', (cell) => editionYearOf(cell, rules.thisYear + 1))),
    yearOfPurchase: textOf(take('yearOfPurchase', (cell) => yearOf(cell, rules.thisYear))),
    condition: take('condition', conditionOf) ?? '',
    category_name: take('category', (cell) => categoryOf(cell, rules.categories)) ?? '',
    language: languageOf(row.language),
    binding: bindingOf(row.binding),
  }
  const parsed = z.safeDecode(listedFactsIn(rules.currency), {
    ...texts,
    book_name: row.title ?? '',
    book_writer: row.authors ?? '',
    originalPrice: withoutCurrency(row.originalPrice ?? '0', rules.currency),
    resalePrice: withoutCurrency(row.price ?? '', rules.currency),
    mobileNumber: row.phone ?? '',
    location: row.location ?? '',
    description: row.description ?? '',
    publisher: row.publisher ?? '',
  })
  if (!parsed.success) reasons.push(...parsed.error.issues.flatMap(reasonOf(row)))
  if (reasons.length > 0 || !parsed.success) return { kind: 'refused', reasons: withoutRepeats(reasons) }
  return {
    kind: 'book',
    book: { ...factsOf(parsed.data), images: [] },
    sourceKey: hash([own.isbn, own.title, own.authors, own.firstPublished ?? own.published]),
    fingerprint: hash(
      Object.keys(own)
        .toSorted()
        .flatMap((column) => [column, own[column as ListColumn]]),
    ),
    lost: lostOf(own, texts),
  }
}

const hash = (parts: (string | undefined)[]) =>
  createHash('sha256')
    .update(parts.map((part) => part ?? '').join('\u001F'))
    .digest('base64url')

const textOf = (year: number | null) => (year === null ? '' : String(year))

/** Cells that say something of the edition which the listing can't. */
const lostOf = (own: ListRow, texts: { language: string; binding: string; yearPublished: string }): ListColumn[] =>
  (
    [
      ['language', texts.language],
      ['binding', texts.binding],
      ['published', texts.yearPublished],
    ] as const
  ).flatMap(([column, text]) => (own[column] !== undefined && own[column] !== '0' && text === '' ? column : []))

/** Without the ="…" or the apostrophe that keep spreadsheets from counting, and empty cells. */
function tidy(raw: ListRow): ListRow {
  const row: ListRow = {}
  for (const [column, cell = ''] of Object.entries(raw) as [ListColumn, string?][]) {
    const text = unguarded(cell)
    if (text !== '') row[column] = text
  }
  return row
}

const damages = (row: ListRow): RowReason[] =>
  (Object.entries(row) as [ListColumn, string][])
    .filter(([, text]) => text.includes('\uFFFD'))
    .map(([column]) => ({ column, reason: 'it has lost letters (�): save the list as UTF-8 from where it was made' }))

const missing = (row: ListRow): RowReason[] =>
  NEEDED_FACTS.filter((fact) => row[fact] === undefined).map((column) => ({
    column,
    reason: `no ${FACT_NAMES[column]}`,
  }))

/** By which column each fact on the wire is said. */
const columnsOnTheWire: Record<string, ListColumn> = {
  book_name: 'title',
  book_writer: 'authors',
  resalePrice: 'price',
  originalPrice: 'originalPrice',
  mobileNumber: 'phone',
  location: 'location',
  yearOfPurchase: 'yearOfPurchase',
  condition: 'condition',
  category_name: 'category',
  description: 'description',
  isbn: 'isbn',
  publisher: 'publisher',
  yearPublished: 'published',
  language: 'language',
  binding: 'binding',
}
const isNeeded = (column: ListColumn): column is NeededFact => (NEEDED_FACTS as readonly ListColumn[]).includes(column)

/** What is missing was said already. */
const reasonOf =
  (row: ListRow) =>
  ({ path, message }: { path: PropertyKey[]; message: string }): RowReason[] => {
    const column = columnsOnTheWire[String(path[0])]
    if (column === undefined) return [{ reason: message }]
    return isNeeded(column) && row[column] === undefined ? [] : [{ column, reason: message }]
  }

/** A cell that can't be read is no further reason by being empty then. */
const withoutRepeats = (reasons: RowReason[]): RowReason[] =>
  reasons.filter(
    ({ column, reason }, place) =>
      reasons.findIndex((other) => (column ? other.column === column : other.reason === reason)) === place,
  )
