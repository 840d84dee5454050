import type { PoolClient } from 'pg'
import { asIsbn13, plainIsbn } from '#contract/books/isbn.ts'
import type { ListRow } from '#server/books/import/list-row.ts'
import { connect } from '#server/database/connect.ts'

/** Average copies per work; the most popular ones have a few hundred among a million. */
const COPIES_PER_WORK = 4
const COPIES_PER_SELLER = 250
/** Rows per statement: PostgreSQL remembers each row until the transaction's end, for its deferred triggers. */
const AT_ONCE = 50_000
const MOST_TITLES = 12_000

/** A title to multiply. */
export interface Title {
  title: string
  author: string
  isbn: string | null
}

export async function readTitles(rows: AsyncIterable<ListRow>): Promise<Title[]> {
  const titles: Title[] = []
  for await (const { title = '', authors: author = '', isbn = '' } of rows) {
    if (title !== '' && author !== '') titles.push({ title, author, isbn: asIsbn13(plainIsbn(isbn)) })
    if (titles.length === MOST_TITLES) break
  }
  return titles
}

/**
 * Puts so many copies on sale: of different sellers, prices, conditions and dates, several of each work. The first
 * works are the titles; beyond these, two titles make another, and a third of the authors have unique names, so that
 * words grow with works as in libraries. Deterministic. The search index is left unbuilt, as after a restore. For a
 * closed shop.
 */
export async function stockCopies(url: string, titles: readonly Title[], size: number): Promise<void> {
  // Statements on a million rows take longer than the shop's timeout.
  const { pool, close } = connect(url, { max: 1, answerTimeout: null })
  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0; SET synchronous_commit = off; SELECT setseed(0.5)')
    await makeSellers(client, Math.ceil(size / COPIES_PER_SELLER))
    const works = Math.ceil(size / COPIES_PER_WORK)
    await makeWorks(client, titles, works)
    await client.query('ALTER TABLE books DISABLE TRIGGER USER')
    const { rows } = await client.query<{ there: number }>('SELECT count(*)::int AS there FROM books')
    for (let there = rows[0]!.there; there < size; there += AT_ONCE)
      await client.query(INSERT_COPIES, [Math.min(AT_ONCE, size - there), works])
    await client.query('ALTER TABLE books ENABLE TRIGGER USER')
    await client.query(`
      DELETE FROM category_count_changes; DELETE FROM category_counts;
      INSERT INTO category_counts (category, unsold) SELECT category, count(*) FILTER (WHERE state = 'unsold')
      FROM books WHERE category IS NOT NULL AND removed_at IS NULL AND NOT is_paused GROUP BY category`)
    await client.query(`
      TRUNCATE search.books, search.texts, search.works, search.words, search.spellings, search.changes,
        search.unindexed, search.survey, search.forms, search.form_blocks`)
    await client.query('DROP TABLE bench_works, bench_sellers')
    // Vacuum that PostgreSQL would do in the background.
    await client.query('VACUUM ANALYZE books')
  } finally {
    // Closing the connection also drops its settings.
    client.release(true)
    await close()
  }
}

/** Runs now the maintenance that PostgreSQL would otherwise do during a measurement. */
export async function settle(url: string): Promise<void> {
  const { pool, close } = connect(url, { max: 1, answerTimeout: null })
  try {
    await pool.query('SET statement_timeout = 0')
    await pool.query('VACUUM ANALYZE')
  } finally {
    await close()
  }
}

async function makeSellers(client: PoolClient, amount: number): Promise<void> {
  await client.query(
    `INSERT INTO accounts (identity_id, email, email_verified, name, role)
     SELECT 'bench-shelf-' || at, 'bench-shelf-' || at || '@example.org', at % 4 > 0, 'Shelf ' || at, 'seller'
     FROM generate_series(1, $1::int) AS at ON CONFLICT DO NOTHING`,
    [amount],
  )
  await client.query(`
    CREATE TEMP TABLE bench_sellers AS SELECT id, (row_number() OVER ())::int AS at FROM accounts
    WHERE identity_id LIKE 'bench-shelf-%'; CREATE INDEX ON bench_sellers (at); ANALYZE bench_sellers`)
}

async function makeWorks(client: PoolClient, titles: readonly Title[], amount: number): Promise<void> {
  await client.query(
    'CREATE TEMP TABLE bench_titles (at int PRIMARY KEY, title text, main text, author text, isbn text)',
  )
  await client.query(
    `INSERT INTO bench_titles SELECT at - 1, left(title, 200), left(regexp_replace(title, '\\s*\\(.*$', ''), 80), author, isbn
     FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (title text, author text, isbn text)) WITH ORDINALITY AS given(title, author, isbn, at)`,
    [JSON.stringify(titles)],
  )
  await client.query('ANALYZE bench_titles')
  await client.query(
    WORKS_FROM_TITLES.replaceAll('$works', String(amount)).replaceAll('$titles', String(titles.length)),
  )
  await client.query('CREATE INDEX ON bench_works (at); ANALYZE bench_works; DROP TABLE bench_titles')
}

const SYLLABLES = `ARRAY['ba','cor','del','fen','gar','hol','ir','jas','kem','lun','mar','nor','os','pel','quin','ros','sel',
  'tor','ul','ven','wil','yor','zan','bri','cla','dro','eth','fli','gro','hes']`
const syllable = (every: number) => `(${SYLLABLES})[1 + (w.at / ${every}) % 30]`

const WORKS_FROM_TITLES = `
  CREATE TEMP TABLE bench_works AS
  SELECT w.at, CASE WHEN w.at < $titles THEN a.title ELSE a.main || ': ' || b.main END AS title,
    CASE WHEN w.at < $titles THEN a.author
      WHEN w.at % 3 = 0 THEN (ARRAY['Ada','Boris','Clara','Dmitri','Elena'])[1 + w.at % 5] || ' ' || initcap(made_up.name)
      ELSE c.author END AS author,
    CASE WHEN w.at < $titles AND a.isbn IS NOT NULL THEN a.isbn
      ELSE numbered.twelve || (10 - (SELECT sum(substr(twelve, place, 1)::int * CASE place % 2 WHEN 1 THEN 1 ELSE 3 END)
        FROM generate_series(1, 12) AS place) % 10) % 10 END AS isbn
  FROM generate_series(0, $works - 1) AS w(at)
  JOIN bench_titles a ON a.at = w.at % $titles
  JOIN bench_titles b ON b.at = (w.at::bigint * 7919 + w.at / $titles) % $titles
  JOIN bench_titles c ON c.at = (w.at::bigint * 104729 + w.at / $titles) % $titles
  CROSS JOIN LATERAL (SELECT '979' || lpad(w.at::text, 9, '0') AS twelve) numbered
  CROSS JOIN LATERAL (SELECT ${[3, 90, 2700].map(syllable).join(' || ')} AS name) made_up`

const INSERT_COPIES = `
  WITH drawn AS MATERIALIZED (
    SELECT at, floor($2::int * random() ^ 1.5)::int AS work, random() AS seller, random() AS price, random() AS kind,
      random() AS said, random() AS age
    FROM generate_series(1, $1::int) AS at
  )
  INSERT INTO books (seller_id, title, author, isbn, description, location, category, condition, original_price,
    resale_price, currency, year_of_purchase, images, publisher, year_published, language, binding, created_at)
  SELECT s.id, w.title, w.author, w.isbn,
    (ARRAY['', 'Read once, kept away from the sun.', 'Pencil notes on a few pages, else as new.',
      'The spine is creased, all pages are there.', 'A gift that was never read.',
      'Cover a little worn; comes with a bookmark.'])[1 + floor(d.said * 6)::int],
    (ARRAY['Old town', 'Harbour square', 'Library steps', 'North campus', 'Station', 'Market hall'])[1 + floor(d.age * 6)::int],
    (ARRAY['novel-book', 'story-book', 'cook-book'])[1 + floor(d.kind * 3)::int],
    (ARRAY['excellent', 'good', 'fair'])[1 + floor(d.price * 3)::int],
    4000, 100 + floor(d.price * 3000)::int, 'USD', 2020,
    CASE WHEN d.said < 0.3 THEN ARRAY['/bench.webp'] ELSE '{}' END,
    'Press ' || floor(d.kind * 200)::int, 1950 + floor(d.said * 75)::int,
    CASE WHEN d.kind < 0.9 THEN 'en' ELSE (ARRAY['de', 'fr', 'es', 'ru'])[1 + floor(d.age * 4)::int] END,
    (ARRAY['paperback', 'paperback', 'hardback'])[1 + floor(d.seller * 3)::int],
    now() - (d.age * 1000 * interval '1 day')
  FROM drawn d JOIN bench_works w ON w.at = d.work
  JOIN bench_sellers s ON s.at = 1 + floor(d.seller * (SELECT count(*) FROM bench_sellers))::int`
