import { DAY_MS } from '#contract/duration.ts'
import type { LockedField } from '#contract/books/books.policy.ts'
import type { NewBook } from '#contract/books/books.ts'
import { newBookColumns, type StoredBook } from './book.columns.ts'

/** How long a lowered price is shown beside what the copy cost before. */
const SHOWN_MS = 14 * DAY_MS

/** Since when a copy must not have been cheaper than what its lowered price is shown beside. */
export const comparedSince = (now: Date): Date => new Date(now.getTime() - 30 * DAY_MS)

const RESTORABLE_FOR_MS = 10 * 60_000
/** A deleted book comes back within ten minutes only. */
export const isTooLateToRestore = (removedAt: Date, now: Date): boolean =>
  now.getTime() - removedAt.getTime() > RESTORABLE_FOR_MS

export interface Reduction {
  wasPrice: number | null
  wasUntil: Date | null
}
type Priced = Pick<StoredBook, 'resalePrice' | 'currency'>

/**
 * What a listing says of an earlier price once it has this one: nothing unless it is lower than all that the copy was
 * offered for in the 30 days before, of which `lowestBefore` is the lowest, without the present one. The price that
 * stays keeps what it says.
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
