import type { NewBook } from '#contract/books/books.ts'
import { CONDITIONS } from '#contract/books/conditions.ts'
import { BINDINGS } from '#contract/books/editions.ts'
import { takeDownReasons, type TakeDownReason } from '#contract/books/take-downs.ts'
import {
  currencyCode,
  flag,
  integer,
  minorUnits,
  oneOf,
  orNull,
  text,
  texts,
  time,
  uuid,
  type Column,
  type RowOf,
} from '#server/database/columns.ts'

/** Public facts of a copy, as the seller gives them. A new fact of a book is a line here. */
const publicFacts = {
  title: text('title'),
  author: text('author'),
  description: text('description'),
  location: text('location'),
  category: orNull(text('category')),
  condition: orNull(oneOf('condition', CONDITIONS)),
  originalPrice: minorUnits('original_price'),
  resalePrice: minorUnits('resale_price'),
  yearOfPurchase: integer('year_of_purchase'),
  images: texts('images'),
  isbn: orNull(text('isbn')),
  publisher: orNull(text('publisher')),
  yearPublished: orNull(integer('year_published')),
  language: orNull(text('language')),
  binding: orNull(oneOf('binding', BINDINGS)),
}

/** Columns of a new book. */
export const newBookColumns = {
  ...publicFacts,
  mobileNumber: text('mobile_number'),
} satisfies { [Fact in keyof NewBook]: Column<NewBook[Fact]> }

/** Columns of an order's snapshot of its book, stored for good: no contacts. */
export const snapshotColumns = {
  ...publicFacts,
  currency: currencyCode('currency'),
  isAdvertised: flag('is_advertised'),
  postedAt: time('created_at'),
}

export const bookColumns = {
  ...snapshotColumns,
  ...newBookColumns,
  /** Former price, shown beside a reduced one. */
  wasPrice: orNull(minorUnits('was_price')),
  id: uuid('id'),
  state: oneOf('state', ['unsold', 'claimed', 'sold']),
  /** Not for sale: paused, its seller away or suspended, or taken down. */
  isPaused: flag('is_paused'),
  sellerId: uuid('seller_id'),
}

/** A stored book. */
export type StoredBook = RowOf<typeof bookColumns>

/** Columns of a book that its seller reads. */
export const ownBookColumns = {
  ...bookColumns,
  wasUntil: orNull(time('was_until')),
  revision: integer('revision'),
  removedAt: orNull(time('removed_at')),
  /** When the seller paused this book. */
  pausedAt: orNull(time('paused_at')),
  takenDownAt: orNull(time('taken_down_at')),
  takenDownFor: orNull(oneOf('taken_down_for', Object.keys(takeDownReasons) as TakeDownReason[])),
  takeDownNote: orNull(text('take_down_note')),
}
export type OwnBook = RowOf<typeof ownBookColumns>
