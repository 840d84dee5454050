import { sql, type RawBuilder } from 'kysely'
import type { NewBook } from '#contract/books/books.ts'
import type { BooksOf } from '#contract/books/catalogue-reads.ts'
import type { TakeDown } from '#contract/books/take-downs.ts'
import { hidesListings, isPausedFor, sellerColumns } from '#server/accounts/accounts.public.ts'
import { buckets } from '#server/database/buckets/buckets.ts'
import { reading } from '#server/database/buckets/shown-buckets.ts'
import { assignedTo, namesOf, selected, valuesFor, type RowOf } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { pageParts, type KeysetPage, type WithSortKeys } from '#server/database/ordering.ts'
import { bookColumns, newBookColumns, ownBookColumns, type OwnBook } from './book.columns.ts'
import { bookOrderings } from './book-orderings.sql.ts'
import { bucketsOfBooks, isBookVisible, type BookRow } from './books.public.ts'

const columns = sql`${selected(bookColumns, 'b')}, ${sellerColumns}`
export const ownColumns = sql`${selected(ownBookColumns, 'b')}, ${sellerColumns}`

const source = sql`books b JOIN accounts a ON a.id = b.seller_id`

export interface BookFilter extends BooksOf {
  available: 'unsold' | 'all'
}

export type BookRowWithSortKeys = BookRow & WithSortKeys

/** Lists limit + 1 rows in the requested order, to know whether a next page exists. */
export function listBookRows(db: Db, filter: BookFilter, keyset: KeysetPage): Promise<BookRowWithSortKeys[]> {
  return reading(
    async () => (await bookPage(filter, keyset).execute(db)).rows,
    (rows) => [...bucketsOfBooks(rows), ...bucketsOfEntering(filter, keyset)],
  )
}

/** More than clocks differ and transactions last, ms; the database notes new books with 10 minutes to spare. */
const SPARE_MS = 30 * 60_000

/** Buckets of books that may enter a page of a list. A new book doesn't enter what begins after an older one. */
function bucketsOfEntering(filter: BookFilter, { ordering, after }: KeysetPage): string[] {
  if (ordering !== bookOrderings.newest) return [buckets.newIn(filter), buckets.pricedIn(filter)]
  const [postedAt] = after?.keys ?? []
  const isLongAgo = postedAt !== undefined && Date.parse(`${postedAt}:00`) < Date.now() - SPARE_MS
  return [isLongAgo ? buckets.backIn(filter) : buckets.newIn(filter)]
}

/** The statement alone, because the bench runs it on another server too. */
export function bookPage(filter: BookFilter, keyset: KeysetPage): RawBuilder<BookRowWithSortKeys> {
  const unsold =
    filter.available === 'unsold'
      ? sql`AND b.state = 'unsold' AND NOT b.is_paused`
      : sql`AND (b.state <> 'unsold' OR NOT b.is_paused)`
  const category = filter.category === undefined ? sql`` : sql`AND b.category = ${filter.category}`
  const ofSeller = filter.sellerId === undefined ? sql`` : sql`AND b.seller_id = ${filter.sellerId}`
  const shown = sql`b.removed_at IS NULL AND b.taken_down_at IS NULL`
  return pageWhere(columns, sql`${shown} ${unsold} ${category} ${ofSeller}`, keyset)
}

/** SELECT of one page of books; `b` is the book, `a` its seller. */
export function pageWhere<Row extends BookRowWithSortKeys>(
  what: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  keyset: KeysetPage,
) {
  const page = pageParts(keyset, sql`b.id`)
  return sql<Row>`
    SELECT ${what}, ${page.columns} FROM ${source}
    WHERE ${condition} ${page.andAfter} ${page.orderBy} LIMIT ${keyset.limit + 1}`
}

/** Counts books for sale, up to `most`. */
export function countBookRows(db: Db, of: BooksOf, most: number): Promise<number> {
  return reading(
    () => countUpTo(db, of, most + SPARE_COUNT),
    (found) => (found < most + SPARE_COUNT ? [buckets.countOf(of)] : []),
  )
}

/** A count that is far above what is counted isn't forgotten with each sale: as many don't go within a page's minute. */
const SPARE_COUNT = 1000

async function countUpTo(db: Db, { category, sellerId }: BooksOf, most: number): Promise<number> {
  const ofCategory = category === undefined ? sql`` : sql`AND category = ${category}`
  const ofSeller = sellerId === undefined ? sql`` : sql`AND seller_id = ${sellerId}`
  const { rows } = await sql<{ found: number }>`
    SELECT count(*)::int AS found FROM (
      SELECT FROM books WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused ${ofCategory} ${ofSeller}
      LIMIT ${most}
    ) counted`.execute(db)
  return rows[0]!.found
}

/** Advertised and unsold: every seller's latest first, then every seller's second, and so on. */
export function listAdvertisedRows(db: Db, limit: number): Promise<BookRow[]> {
  return reading(
    () => readAdvertised(db, limit),
    (rows) => [...bucketsOfBooks(rows), buckets.advertised],
  )
}

async function readAdvertised(db: Db, limit: number): Promise<BookRow[]> {
  const { rows } = await sql<BookRow>`
    SELECT ${columns} FROM ${source} JOIN (
      SELECT id, advertised_at, row_number() OVER (PARTITION BY seller_id ORDER BY advertised_at DESC, id) AS turn
      FROM books WHERE is_advertised AND state = 'unsold' AND removed_at IS NULL AND NOT is_paused
      ORDER BY turn, advertised_at DESC, id LIMIT ${limit}
    ) chosen ON chosen.id = b.id
    ORDER BY chosen.turn, chosen.advertised_at DESC, b.id`.execute(db)
  return rows
}

export async function findVisibleBook(db: Db, id: string): Promise<BookRow | null> {
  const find = async () =>
    await sql<BookRow>`
      SELECT ${columns} FROM ${source} WHERE b.id = ${id} AND ${isBookVisible('b')}`.execute(db)
  const { rows } = await reading(find, (found) => [buckets.book(id), ...bucketsOfBooks(found.rows)])
  return rows[0] ?? null
}

/**
 * Since when a sold or paused book hasn't been for sale; null for one that may be bought. Paused again, or closed with its
 * seller's account, a book counts from then.
 */
export async function findGoneSince(db: Db, id: string): Promise<Date | null> {
  const find = async () =>
    await sql<{ since: Date }>`
      SELECT coalesce(changed_at, created_at) AS since FROM books
      WHERE id = ${id} AND (state = 'sold' OR (state = 'unsold' AND is_paused))`.execute(db)
  const { rows } = await reading(find, () => [buckets.book(id)])
  return rows[0]?.since ?? null
}

/** A seller's own book, unless it was soft-deleted. */
export async function findBookOfSeller(db: Db, id: string, sellerId: string): Promise<(BookRow & OwnBook) | null> {
  const { rows } = await sql<BookRow & OwnBook>`
    SELECT ${ownColumns} FROM ${source}
    WHERE b.id = ${id} AND b.seller_id = ${sellerId} AND b.removed_at IS NULL`.execute(db)
  return rows[0] ?? null
}

/** The same, locked, soft-deleted ones included. */
export async function lockBookOfSeller(tx: Tx, id: string, sellerId: string): Promise<OwnBook | null> {
  const { rows } = await sql<OwnBook>`
    SELECT ${selected(ownBookColumns)} FROM books WHERE id = ${id} AND seller_id = ${sellerId} FOR UPDATE`.execute(tx)
  return rows[0] ?? null
}

/** Inserts a listing and returns its id; where `sourceKey` was listed before, restores that one and returns its id. */
export async function insertBook(
  db: Db,
  sellerId: string,
  book: NewBook,
  { currency, now, sourceKey = null }: { currency: string; now: Date; sourceKey?: string | null },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO books (seller_id, currency, created_at, source_key, is_paused, ${namesOf(newBookColumns)})
    VALUES (${sellerId}, ${currency}, ${now}, ${sourceKey}, ${isPausedFor(sellerId)}, ${valuesFor(newBookColumns, book)})
    ON CONFLICT (seller_id, source_key) WHERE source_key IS NOT NULL DO UPDATE SET removed_at = NULL
    RETURNING id`.execute(db)
  return rows[0]!.id
}

const editedColumns = {
  ...newBookColumns,
  currency: ownBookColumns.currency,
  wasPrice: ownBookColumns.wasPrice,
  wasUntil: ownBookColumns.wasUntil,
}

/**
 * Updates a book and raises its revision. The same statement records the former price if it changes. The book is
 * locked.
 */
export async function updateBook(tx: Tx, id: string, book: RowOf<typeof editedColumns>, now: Date): Promise<void> {
  await sql`
    WITH former AS (
      SELECT id, resale_price, currency FROM books WHERE id = ${id}
    ), edited AS (
      UPDATE books SET ${assignedTo(editedColumns, book)}, revision = revision + 1 WHERE id = ${id}
      RETURNING resale_price, currency
    )
    INSERT INTO book_prices (book_id, resale_price, currency, until)
    SELECT former.id, former.resale_price, former.currency, ${now} FROM former, edited
    WHERE (former.resale_price, former.currency) <> (edited.resale_price, edited.currency)`.execute(tx)
}

export async function setAdvertised(tx: Tx, ids: readonly string[], isAdvertised: boolean, now: Date): Promise<void> {
  await sql`
    UPDATE books SET is_advertised = ${isAdvertised}, advertised_at = ${isAdvertised ? now : null}
    WHERE id = ANY(${ids}::uuid[])`.execute(tx)
}

/** The seller of a listing, taken down or not; null where there is none (any more). */
export async function findSellerOf(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ sellerId: string }>`
    SELECT seller_id AS "sellerId" FROM books WHERE id = ${id} AND (removed_at IS NULL OR state = 'sold')`.execute(db)
  return rows[0]?.sellerId ?? null
}

export async function findBookWithTakeDown(db: Db, id: string): Promise<OwnBook | null> {
  const { rows } = await sql<OwnBook>`
    SELECT ${selected(ownBookColumns)} FROM books WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Takes a listing down; false where it was down already, or is gone. */
export async function setTakenDown(tx: Tx, id: string, { since, reason, note }: TakeDown): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE books SET taken_down_at = ${since}, taken_down_for = ${reason}, take_down_note = ${note}, is_paused = true
    WHERE id = ${id} AND ${isBookVisible('books')}`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Ends a takedown; the seller's account is locked and decides whether the book is visible again. Returns since when it
 * was down, or null.
 */
export async function clearTakenDown(tx: Tx, id: string): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    UPDATE books b SET taken_down_at = NULL, taken_down_for = NULL, take_down_note = NULL,
      is_paused = (${hidesListings('a')} OR b.paused_at IS NOT NULL)
    FROM books before, accounts a
    WHERE b.id = ${id} AND before.id = b.id AND a.id = b.seller_id AND b.taken_down_at IS NOT NULL
    RETURNING before.taken_down_at AS since`.execute(tx)
  return rows[0]?.since ?? null
}

export async function setRemoved(tx: Tx, ids: readonly string[], removedAt: Date | null): Promise<void> {
  await sql`UPDATE books SET removed_at = ${removedAt} WHERE id = ANY(${ids}::uuid[])`.execute(tx)
}
