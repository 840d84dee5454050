import type { ListColumn } from '#contract/books/lists/list-columns.ts'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { bookFactsIn } from '#contract/books/book-facts.ts'
import { factsOf, type NewBook } from '#contract/books/books.ts'
import type { LeftOut } from '#contract/books/left-out.ts'
import { ID_PATTERN } from '#contract/ids.ts'
import { unguarded } from '#contract/books/spreadsheet-cells.ts'
import { perCurrency } from '#contract/money/money.ts'
import { optionalText } from '#contract/text.ts'
import { bindingOf, languageOf, languagesIn } from '../edition-facts.ts'
import { isKnownState, whyLeftOut } from './left-out.ts'
import { categoryOf, conditionOf, copiesOf, isbnOf } from './list-cells.ts'
import { priceOf } from './list-prices.ts'
import { NEEDED_FACTS, type ListRow, type NeededFact } from './list-row.ts'
import { authorsOf, linesOfHtml, nameOf } from './list-texts.ts'
import { editionYearOf, yearOf } from './list-years.ts'
import { madeUpFacts } from './made-up-facts.ts'
import { UnreadableCell } from './unreadable-cell.ts'

/** Rules for reading a list's rows. */
export interface ListRules {
  currency: string
  thisYear: number
  /** The shop's categories, by slug. */
  categories: readonly string[]
  /** Defaults for rows that lack a fact. */
  given: ListRow
  /** Maximum of copies; unlimited where absent. */
  mostCopies?: number
  /** Whether to make up missing facts: for a demo, never for real books. */
  makeUpMissing: boolean
}

/** Reason against a row, with the cell or the default at fault. */
export interface RowReason {
  column?: ListColumn
  reason: string
}

export interface ReadListing {
  kind: 'book'
  book: NewBook
  /** Key of the title, unchanged when the seller changes a price. */
  sourceKey: string
  /** Distinguishes two copies of one title. */
  fingerprint: string
  copies: number
  /** Id in a list that was saved here: perhaps a book of this shop. */
  listedId: string | null
  /** Columns with cells that the listing can't express. */
  lost: ListColumn[]
}

export type ReadRow = ReadListing | { kind: 'refused'; reasons: RowReason[] } | { kind: 'left_out'; because: LeftOut }

/** The form's rules, with an optional description. */
const listedFactsIn = perCurrency((currency) => z.extend(bookFactsIn(currency), { description: optionalText(4000) }))

/** Names of the needed facts, for people. */
export const FACT_NAMES: Record<NeededFact, string> = {
  price: 'price',
  originalPrice: 'original price',
  location: 'location',
  phone: 'phone',
  yearOfPurchase: 'year of purchase',
}

/**
 * Parses a row into a listing, using only the seller's own words unless it may make up the rest. Validates by the
 * form's rules; a description may be missing. Refuses with all reasons at once. Leaves out rows that are not for sale,
 * or are no printed book.
 */
export function readListRow(raw: ListRow, rules: ListRules): ReadRow {
  const own = tidy(raw)
  const because = whyLeftOut(own)
  if (because !== null) return { kind: 'left_out', because }
  const madeUp = rules.makeUpMissing ? madeUpFacts(own, rules.thisYear, rules.currency) : {}
  const row: ListRow = { ...madeUp, ...rules.given, ...own }
  const { texts, copies, unreadable } = readCells(row, rules)
  const parsed = z.safeDecode(listedFactsIn(rules.currency), texts)
  const broken = parsed.success ? [] : parsed.error.issues.flatMap(reasonOf(row))
  const reasons = withoutRepeats([...damages(own), ...missing(row), ...unreadable, ...broken])
  if (reasons.length > 0 || !parsed.success) return { kind: 'refused', reasons }
  const listedId = ID_PATTERN.test(own.id ?? '') ? own.id!.toLowerCase() : null
  return {
    kind: 'book',
    book: { ...factsOf(parsed.data), images: [] },
    sourceKey: hash([own.isbn, own.title, own.authors, own.firstPublished ?? own.published]),
    fingerprint: listedId ?? fingerprintOf(own),
    copies,
    listedId,
    lost: lostOf(own, texts),
  }
}

/** Parses a row's cells into the form's fields, with reasons where it can't. */
function readCells(row: ListRow, { currency, thisYear, categories }: ListRules) {
  const unreadable: RowReason[] = []
  const take = <T>(column: ListColumn, read: (cell: string | undefined) => T): T | null => {
    try {
      return read(row[column])
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error
      unreadable.push({ column, reason: error.message })
      return null
    }
  }
  const price = (column: 'price' | 'originalPrice', otherwise: string) =>
    take(column, (cell = otherwise) => priceOf(cell, currency)) ?? ''
  const texts = {
    book_name: take('title', (cell = '') => nameOf(cell)) ?? '',
    book_writer: take('authors', (cell = '') => authorsOf(cell)) ?? '',
    isbn: take('isbn', isbnOf) ?? '',
    publisher: take('publisher', (cell = '') => nameOf(cell)) ?? '',
    yearPublished: textOf(take('published', (cell) => editionYearOf(cell, thisYear + 1))),
    yearOfPurchase: textOf(take('yearOfPurchase', (cell) => yearOf(cell, thisYear))),
    condition: take('condition', conditionOf) ?? '',
    category_name: take('category', (cell) => categoryOf(cell, categories)) ?? '',
    language: languageOf(row.language),
    binding: bindingOf(row.binding),
    originalPrice: price('originalPrice', '0'),
    resalePrice: price('price', ''),
    mobileNumber: row.phone ?? '',
    location: row.location ?? '',
    description: linesOfHtml(row.description ?? ''),
  }
  return { texts, copies: take('quantity', copiesOf) ?? 1, unreadable }
}

/** Columns that don't describe the copy. */
const BESIDE: readonly string[] = ['id', 'quantity', 'state', 'shelves'] satisfies ListColumn[]

const fingerprintOf = (own: ListRow) =>
  hash(
    Object.entries(own)
      .filter(([column]) => !BESIDE.includes(column))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flat(),
  )

const hash = (parts: (string | undefined)[]) =>
  createHash('sha256')
    .update(parts.map((part) => part ?? '').join('\u001F'))
    .digest('base64url')

const textOf = (year: number | null) => (year === null ? '' : String(year))

/** Columns with cells that the listing can't express. */
const lostOf = (
  own: ListRow,
  { language, binding, yearPublished }: { language: string; binding: string; yearPublished: string },
): ListColumn[] => {
  const isLost: { [Column in ListColumn]?: boolean } = {
    language: language === '' || languagesIn(own.language ?? '').length > 1,
    binding: binding === '',
    published: yearPublished === '' && !/^0+$/.test(own.published ?? ''),
    state: !isKnownState(own.state ?? ''),
  }
  return (Object.keys(isLost) as ListColumn[]).filter((column) => own[column] !== undefined && isLost[column])
}

/** Null values of databases and spreadsheets. */
const SAYS_NOTHING = /^(\\N|NULL|#N\/A)$/

/** Trims cells, drops empty ones, and removes the ="…" or the apostrophe that protects text in spreadsheets. */
function tidy(raw: ListRow): ListRow {
  const row: ListRow = {}
  for (const [column, cell = ''] of Object.entries(raw) as [ListColumn, string?][]) {
    const text = unguarded(cell)
    if (text !== '' && !SAYS_NOTHING.test(text)) row[column] = text
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

/** The list's column of each fact on the wire. */
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

/** Missing facts are reported already. */
const reasonOf =
  (row: ListRow) =>
  ({ path, message }: { path: PropertyKey[]; message: string }): RowReason[] => {
    const column = columnsOnTheWire[String(path[0])]
    if (column === undefined) return [{ reason: message }]
    return isNeeded(column) && row[column] === undefined ? [] : [{ column, reason: message }]
  }

/** Keeps the first reason per cell: an unreadable cell isn't also missing. */
const withoutRepeats = (reasons: RowReason[]): RowReason[] =>
  reasons.filter(
    ({ column, reason }, place) =>
      reasons.findIndex((other) => (column ? other.column === column : other.reason === reason)) === place,
  )
