import * as z from 'zod/mini'
import { bookFacts, bookFactsIn } from '#contract/books/book-facts.ts'
import { lockedFields, mayEdit } from '#contract/books/books.policy.ts'
import { factsOf, factsToWire, type Facts, type NewBook } from '#contract/books/books.ts'
import { editedFields, type EditedField, type PreviewedEdit, type EditInput } from '#contract/books/edits-of-many.ts'
import { headingOf } from '#contract/books/lists/list-columns.ts'
import { priceText } from '#contract/money/currency-digits.ts'
import { writeFacts } from '#contract/wire-facts.ts'
import type { OwnBook } from '../book.columns.ts'
import { bindingOf, languageOf } from '../edition-facts.ts'
import { isRoundedNumber } from '../isbn.ts'
import { findCategory, findCondition } from '../import/list-cells.ts'
import { plainPrice } from '../import/list-prices.ts'

/** Context for parsing an edit: the shop's currency, and its categories by slug. */
interface EditRules {
  currency: string
  categories: readonly string[]
}

type Change = PreviewedEdit['changes'][number]
/** The edited book with its changes, or the reasons against them. Without changes nothing is to do. */
export type ReadEdit = { changes: Change[] } & ({ reasons: string[] } | { value: NewBook })

/**
 * Parses texts as people and spreadsheets write them ('12,50 €', 'Cook Book', 'German') into an edit. Absent and equal
 * facts stay unvalidated; the rest is checked by the form's rules. An imported book may lack a description, an old one
 * have what is refused now.
 */
export function readEdit(book: OwnBook, says: EditInput, rules: EditRules): ReadEdit {
  const current = textsOf(book)
  const changes: Change[] = []
  const reasons: string[] = []
  let facts: Facts = factsToWire(book)
  for (const field of editedFields) {
    const text = says[field] === undefined ? undefined : (tidy[field]?.(says[field], rules) ?? says[field])
    if (text === undefined || isAsBefore(field, text, current[field])) continue
    const read = z.safeDecode(bookFactsIn(rules.currency).shape[field], text)
    if (!read.success) reasons.push(...read.error.issues.map(({ message }) => `${cellWords(field, text)}: ${message}`))
    else {
      const to =
        typeof read.data === 'number' ? priceText({ minor: read.data, currency: rules.currency }) : (read.data ?? '')
      if (to === plain(current[field])) continue
      changes.push({ field, from: current[field], to })
      facts = { ...facts, [field]: read.data }
    }
  }
  const allReasons = [...reasons, ...rejections(book, changes, rules)]
  if (allReasons.length > 0 || changes.length === 0) return { changes, reasons: allReasons }
  return { changes, value: { ...factsOf(facts), images: book.images } }
}

/** A cell with its heading in a saved list: 'price “0.10”'. */
function cellWords(field: EditedField, text: string): string {
  const heading = headingOf(field)
  const shown = text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text
  return shown === '' ? heading : `${heading} “${shown}”`
}
const LONGEST_CELL = 60

/** Normalizes line ends of spreadsheets. */
const plain = (text: string) => text.replace(/\r\n?/g, '\n').trim()

/** A rounded number counts as unchanged beside a known ISBN. */
const isAsBefore = (field: EditedField, text: string, current: string) =>
  plain(text) === plain(current) || (field === 'isbn' && current !== '' && isRoundedNumber(text))

const tidy: { [Field in EditedField]?: (text: string, rules: EditRules) => string } = {
  originalPrice: (text, { currency }) => plainPrice(text, currency),
  resalePrice: (text, { currency }) => plainPrice(text, currency),
  category_name: (text, { categories }) => findCategory(text.trim(), categories) ?? text,
  condition: (text) => findCondition(text.trim()) ?? text,
  language: (text) => languageOf(text) || text,
  binding: (text) => bindingOf(text) || text,
  description: plain,
}

function textsOf(book: OwnBook): Record<EditedField, string> {
  const { currency } = book
  const facts: { readonly [wire: string]: string | undefined } = writeFacts(bookFacts, book)
  return {
    ...(Object.fromEntries(editedFields.map((field) => [field, facts[field] ?? ''])) as Record<EditedField, string>),
    originalPrice: priceText({ minor: book.originalPrice, currency }),
    resalePrice: priceText({ minor: book.resalePrice, currency }),
    mobileNumber: book.mobileNumber,
  }
}

/** Reasons against changes: the book's state, its currency, and the shop's categories. */
function rejections(book: OwnBook, changes: readonly Change[], { currency, categories }: EditRules): string[] {
  if (changes.length === 0) return []
  if (mayEdit(book) !== 'yes') return ['Sold. Its listing stays as it was.']
  if (book.currency !== currency) return [`Its price is in ${book.currency}. Please change it on its own form.`]
  const locked: readonly string[] = lockedFields(book)
  const category = changes.find(({ field, to }) => field === 'category_name' && to !== '' && !categories.includes(to))
  return [
    ...(changes.some(({ field }) => locked.includes(field))
      ? ['Reserved. Its price and condition stay as they are until it’s back on sale.']
      : []),
    ...(category ? [`The club has no category “${category.to}”.`] : []),
  ]
}
