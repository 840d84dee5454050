import type { MyListing } from '#contract/books/my-book-calls.ts'
import type { TakeDown } from '#contract/books/take-downs.ts'
import type { OwnBook } from './book.columns.ts'
import { shapeBookWithContacts, type BookRow } from './books.public.ts'

/** Book row → contract, for its seller and admins. */
export function shapeListing(row: BookRow & OwnBook): MyListing {
  return { ...shapeBookWithContacts(row), isPausedAlone: row.pausedAt !== null, takenDown: takeDownOf(row) }
}

/** The takedown of a listing; null for one that isn't down. */
export const takeDownOf = ({
  takenDownAt,
  takenDownFor,
  takeDownNote,
}: Pick<OwnBook, 'takenDownAt' | 'takenDownFor' | 'takeDownNote'>): TakeDown | null =>
  takenDownAt && takenDownFor && { since: takenDownAt, reason: takenDownFor, note: takeDownNote ?? '' }
