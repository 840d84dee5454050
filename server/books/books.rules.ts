import type { LockedField } from '#contract/books.policy.ts'
import type { NewBook } from '#contract/books.ts'
import { newBookColumns, type StoredBook } from './book.columns.ts'

type Said = Pick<StoredBook, keyof NewBook | 'currency'>

/** Whether a listing says the same of its copy as before. */
export const saysTheSame = (before: Said, after: Said): boolean =>
  before.currency === after.currency &&
  facts.every((fact) => JSON.stringify(before[fact]) === JSON.stringify(after[fact]))
const facts = Object.keys(newBookColumns) as (keyof NewBook)[]

const factOf = {
  book_img: 'images',
  condition: 'condition',
  originalPrice: 'originalPrice',
  resalePrice: 'resalePrice',
} as const satisfies Record<LockedField, keyof NewBook>
const isPrice = (field: LockedField) => field === 'originalPrice' || field === 'resalePrice'

/** Those of the fields that an edit would change. */
export const changedAmong = (fields: readonly LockedField[], before: Said, after: Said): LockedField[] =>
  fields.filter(
    (field) =>
      JSON.stringify(before[factOf[field]]) !== JSON.stringify(after[factOf[field]]) ||
      (isPrice(field) && before.currency !== after.currency),
  )
