import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/schema.ts'
import type { FilterableCopy } from './facts.rules.ts'

/** A listing as the indexer reads it. */
export interface ListedCopy {
  bookId: string
  title: string
  author: string
  description: string
  publisher: string | null
  /** 0 for sale, 1 reserved, 2 sold. */
  availability: number
  price: number
  postedAt: string
  category: string | null
  condition: string | null
  yearPublished: number | null
  language: string | null
  binding: string | null
  location: string
  sellerId: string
  isVerified: boolean
  hasPhoto: boolean
  isbn: string | null
}

/** Sums of a work over its copies. */
export interface CopySums {
  forSale: number
  isReserved: boolean
  /** Null where none is for sale. */
  lowestPrice: number | null
  /** Of copies for sale, or of all where none is; null without a copy. */
  newestAt: string | null
  /** Facts that filters compare, of copies for sale (facts.rules.ts); sorted, without duplicates. */
  facts: number[]
}

/** What of a work is searched by words. */
export interface WorkTexts {
  id: string
  title: string
  author: string
  titleWords: string
  authorWords: string
  mainTitle: string
  words: string[]
}
export type NewWork = WorkTexts & CopySums

/** A copy's row in the index. */
export type IndexedCopy = Omit<ListedCopy, 'title' | 'author' | 'description' | 'publisher'> & {
  workId: string
  formId: string
  place: string
}

/** Reads those of the books that lists may show. */
export async function readCopies(tx: Tx, ids: readonly string[]): Promise<ListedCopy[]> {
  const { rows } = await sql<ListedCopy>`
    SELECT b.id AS "bookId", b.title, b.author, b.description, b.publisher,
      array_position(ARRAY['unsold', 'claimed', 'sold'], b.state) - 1 AS availability, b.resale_price AS price,
      b.created_at::text AS "postedAt", b.category, b.condition, b.year_published AS "yearPublished", b.language,
      b.binding, b.location, b.seller_id AS "sellerId", a.email_verified AS "isVerified",
      cardinality(b.images) > 0 AS "hasPhoto", b.isbn
    FROM books b JOIN accounts a ON a.id = b.seller_id
    WHERE b.id = ANY(${ids}::uuid[]) AND b.removed_at IS NULL AND b.taken_down_at IS NULL
      AND (b.state <> 'unsold' OR NOT b.is_paused)
    ORDER BY b.created_at, b.id`.execute(tx)
  return rows
}

/** A copy's place: its work, and its form in it. */
export interface CopyPlace {
  workId: string
  formId: string
}

/** Deletes copies from the index; returns where they were. */
export async function deleteCopies(tx: Tx, ids: readonly string[]): Promise<CopyPlace[]> {
  const { rows } = await sql<CopyPlace>`
    DELETE FROM search.books WHERE book_id = ANY(${ids}::uuid[])
    RETURNING work_id AS "workId", form_id AS "formId"`.execute(tx)
  return rows
}

/** Inserts works. Only the holder of the index's advisory lock does. */
export async function addWorks(tx: Tx, works: readonly NewWork[]): Promise<void> {
  if (works.length === 0) return
  await sql`
    INSERT INTO search.works (id, title, author, title_words, author_words, main_title, words, for_sale, is_reserved,
      lowest_price, newest_at, facts)
    SELECT id, title, author, "titleWords", "authorWords", "mainTitle", array_to_tsvector(words), "forSale",
      "isReserved", "lowestPrice", "newestAt", facts
    FROM jsonb_to_recordset(${JSON.stringify(works)}::jsonb) AS given(id uuid, title text, author text,
      "titleWords" text, "authorWords" text, "mainTitle" text, words text[], "forSale" integer, "isReserved" boolean,
      "lowestPrice" integer, "newestAt" timestamptz, facts integer[])`.execute(tx)
}

/** Words of works, by their ids. */
export async function readWorkWords(tx: Tx, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; words: string[] }>`
    SELECT id, tsvector_to_array(words) AS words FROM search.works WHERE id = ANY(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, words }) => [id, words]))
}

/** Updates what of works is searched by words, where it changed. */
export async function putWorkTexts(tx: Tx, works: readonly WorkTexts[]): Promise<void> {
  await sql`
    UPDATE search.works w SET title = given.title, author = given.author, title_words = "titleWords",
      author_words = "authorWords", main_title = "mainTitle", words = array_to_tsvector(given.words)
    FROM jsonb_to_recordset(${JSON.stringify(works)}::jsonb) AS given(id uuid, title text, author text,
      "titleWords" text, "authorWords" text, "mainTitle" text, words text[])
    WHERE w.id = given.id AND (w.title, w.author, w.words)
      IS DISTINCT FROM (given.title, given.author, array_to_tsvector(given.words))`.execute(tx)
}

/** Writes copies; returns where those were that the index had already. */
export async function putCopies(tx: Tx, copies: readonly IndexedCopy[]): Promise<CopyPlace[]> {
  const { rows } = await sql<CopyPlace>`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) AS given("bookId" uuid, "workId" uuid,
        availability smallint, price integer, "postedAt" timestamptz, category text, condition text, "yearPublished" integer,
        language text, binding text, location text, place text, "sellerId" uuid, "isVerified" boolean,
        "hasPhoto" boolean, isbn text, "formId" uuid)
    ), before AS (
      SELECT b.work_id, b.form_id FROM search.books b JOIN given ON given."bookId" = b.book_id
    ), put AS (
      INSERT INTO search.books AS kept (book_id, work_id, availability, price, posted_at, category, condition,
        year_published, language, binding, location, place, seller_id, is_verified, has_photo, isbn, form_id)
      SELECT "bookId", "workId", availability, price, "postedAt", category, condition, "yearPublished", language, binding,
        location, place, "sellerId", "isVerified", "hasPhoto", isbn, "formId" FROM given
      ON CONFLICT (book_id) DO UPDATE SET (work_id, availability, price, posted_at, category, condition, year_published,
        language, binding, location, place, seller_id, is_verified, has_photo, isbn, form_id)
      = ROW (EXCLUDED.work_id, EXCLUDED.availability, EXCLUDED.price, EXCLUDED.posted_at, EXCLUDED.category,
        EXCLUDED.condition, EXCLUDED.year_published, EXCLUDED.language, EXCLUDED.binding, EXCLUDED.location,
        EXCLUDED.place, EXCLUDED.seller_id, EXCLUDED.is_verified, EXCLUDED.has_photo, EXCLUDED.isbn, EXCLUDED.form_id)
    )
    SELECT work_id AS "workId", form_id AS "formId" FROM before`.execute(tx)
  return rows
}

/** Writes the words of copies for sale; deletes those of others. */
export async function putTexts(tx: Tx, texts: readonly { bookId: string; words: string[] | null }[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) AS given("bookId" uuid, words text[])`
  await sql`
    DELETE FROM search.texts t USING ${given} WHERE t.book_id = given."bookId" AND given.words IS NULL`.execute(tx)
  await sql`
    INSERT INTO search.texts AS kept (book_id, words)
    SELECT "bookId", array_to_tsvector(words) FROM ${given} WHERE words IS NOT NULL
    ON CONFLICT (book_id) DO UPDATE SET words = EXCLUDED.words WHERE kept.words <> EXCLUDED.words`.execute(tx)
}

/** Columns that a work's sums are computed from. */
export type SummedCopy = FilterableCopy & Pick<IndexedCopy, 'availability' | 'postedAt'>

/** Lists all indexed copies of these works. */
export async function listCopiesOf(tx: Tx, ids: readonly string[]): Promise<(SummedCopy & { workId: string })[]> {
  const { rows } = await sql<SummedCopy & { workId: string }>`
    SELECT work_id AS "workId", availability, price, posted_at::text AS "postedAt", category, condition,
      year_published AS "yearPublished", language, binding, place, is_verified AS "isVerified", has_photo AS "hasPhoto"
    FROM search.books WHERE work_id = ANY(${ids}::uuid[])`.execute(tx)
  return rows
}

/** Updates the sums of works where they changed. */
export async function putSums(tx: Tx, works: readonly (CopySums & { id: string })[]): Promise<void> {
  await sql`
    UPDATE search.works w SET for_sale = "forSale", is_reserved = "isReserved", lowest_price = "lowestPrice",
      newest_at = "newestAt", facts = sums.facts
    FROM jsonb_to_recordset(${JSON.stringify(works)}::jsonb) AS sums(id uuid, "forSale" integer, "isReserved" boolean,
      "lowestPrice" integer, "newestAt" timestamptz, facts integer[])
    WHERE w.id = sums.id AND (w.for_sale, w.is_reserved, w.lowest_price, w.newest_at, w.facts)
      IS DISTINCT FROM ("forSale", "isReserved", "lowestPrice", "newestAt", sums.facts)`.execute(tx)
}

/** Deletes works without a copy; returns their words. */
export async function removeEmptyWorks(tx: Tx, ids: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ words: string[] }>`
    DELETE FROM search.works w WHERE w.id = ANY(${ids}::uuid[])
      AND NOT EXISTS (SELECT FROM search.books b WHERE b.work_id = w.id)
    RETURNING tsvector_to_array(w.words) AS words`.execute(tx)
  return rows.map(({ words }) => words)
}

/** Adds to the number of works per word. Returns the words that are new. */
export async function countWords(tx: Tx, changes: ReadonlyMap<string, number>): Promise<string[]> {
  if (changes.size === 0) return []
  const given = sql`unnest(${[...changes.keys()]}::text[], ${[...changes.values()]}::int[]) AS given(word, change)`
  const { rows } = await sql<{ word: string }>`
    WITH known AS (
      UPDATE search.words w SET works = w.works + given.change FROM ${given} WHERE w.word = given.word RETURNING w.word
    )
    INSERT INTO search.words (word, works)
    SELECT word, change FROM ${given} WHERE change > 0 AND word COLLATE "C" NOT IN (SELECT word FROM known)
    RETURNING word`.execute(tx)
  await sql`DELETE FROM search.words WHERE word = ANY(${[...changes.keys()]}::text[]) AND works <= 0`.execute(tx)
  return rows.map(({ word }) => word)
}

export async function addSpellings(tx: Tx, spellings: readonly { spelling: string; word: string }[]): Promise<void> {
  await sql`
    INSERT INTO search.spellings (spelling, word)
    SELECT * FROM unnest(${spellings.map(({ spelling }) => spelling)}::text[], ${spellings.map(({ word }) => word)}::text[])
    ON CONFLICT DO NOTHING`.execute(tx)
}

/** Refreshes PostgreSQL's statistics (ANALYZE): the planner chooses by word frequencies. */
export async function analyzeIndex(db: Db): Promise<void> {
  await sql`ANALYZE search.works, search.books, search.texts, search.words, search.spellings`.execute(db)
}

/** Flushes the GIN index's pending list, so that searches find new words fast. */
export async function gatherWords(tx: Tx): Promise<void> {
  await sql`
    SELECT gin_clean_pending_list('search.works_by_word'), gin_clean_pending_list('search.texts_by_word')`.execute(tx)
}
