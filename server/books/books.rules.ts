import { DAY_MS } from '#contract/duration.ts'
import type { LockedField } from '#contract/books/books.policy.ts'
import type { NewBook } from '#contract/books/books.ts'
import { newBookColumns, type StoredBook } from './book.columns.ts'

/** Time that a reduced price is shown beside the former one. */
const SHOWN_MS = 14 * DAY_MS

/** Start of the 30 days in which a former price must have been the lowest. */
export const comparedSince = (now: Date): Date => new Date(now.getTime() - 30 * DAY_MS)

const RESTORABLE_FOR_MS = 10 * 60_000
/** Whether the ten minutes to restore a deleted book are over. */
export const isTooLateToRestore = (removedAt: Date, now: Date): boolean =>
  now.getTime() - removedAt.getTime() > RESTORABLE_FOR_MS

export interface Reduction {
  wasPrice: number | null
  wasUntil: Date | null
}
type Priced = Pick<StoredBook, 'resalePrice' | 'currency'>

/**
 * The former price to show beside a new one: only if the new one is lower than all prices of the 30 days before, of
 * which `lowestBefore` is the lowest, without the current one. An unchanged price keeps its former one.
 */
export function reductionTo(
  price: Priced,
  { before, lowestBefore, now }: { before: Priced & Reduction; lowestBefore: number | null; now: Date },
): Reduction {
  if (price.currency === before.currency && price.resalePrice === before.resalePrice)
    return { wasPrice: before.wasPrice, wasUntil: before.wasUntil }
  const lowest = Math.min(before.resalePrice, lowestBefore ?? before.resalePrice)
  const isLowered = price.currency === before.currency && price.resalePrice < lowest
  return isLowered
    ? { wasPrice: lowest, wasUntil: new Date(now.getTime() + SHOWN_MS) }
    : { wasPrice: null, wasUntil: null }
}

type Said = Pick<StoredBook, keyof NewBook | 'currency'>

/** Whether an edit changes nothing. */
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

/** Filters fields to those that an edit would change. */
export const changedAmong = (fields: readonly LockedField[], before: Said, after: Said): LockedField[] =>
  fields.filter(
    (field) =>
      JSON.stringify(before[factOf[field]]) !== JSON.stringify(after[factOf[field]]) ||
      (isPrice(field) && before.currency !== after.currency),
  )
