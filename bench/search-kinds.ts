import type { Pool } from 'pg'
import { looseQueries } from './loose-kinds.ts'

/** Kind of search: its addresses, used in turns. */
export interface Kind {
  title: string
  paths: string[]
  /** Suggestions are requested while the visitor types. */
  isSuggested?: true
}

const SOME = 20

/** Searches made of the index's own words; the same each time. */
export async function kindsOf(pool: Pool): Promise<Kind[]> {
  const column = async (statement: string) => (await pool.query<{ one: string }>(statement)).rows.map(({ one }) => one)
  const words = (condition: string) =>
    column(
      `SELECT word AS one FROM search.words WHERE word ~ '^[a-z]{5,}$' AND ${condition} ORDER BY md5(word) LIMIT ${SOME}`,
    )
  const most = 'works > (SELECT count(*) FROM search.works)'
  const rare = await words('works <= 3')
  const frequent = await words(`${most} / 300 AND works < (SELECT count(*) FROM search.works) / 60`)
  const common = await column('SELECT word AS one FROM search.words ORDER BY works DESC LIMIT 6')
  const some = `FROM search.works WHERE for_sale > 0 AND main_title ~ '^[a-z]+ [a-z]{4,} ' ORDER BY md5(title) LIMIT ${SOME}`
  const twoWords = await column(`SELECT array_to_string((string_to_array(main_title, ' '))[1:2], ' ') AS one ${some}`)
  const isbns = await column(
    `SELECT isbn AS one FROM (SELECT DISTINCT isbn FROM (SELECT isbn FROM search.books WHERE isbn IS NOT NULL LIMIT 2000) few) numbers ORDER BY md5(isbn) LIMIT ${SOME}`,
  )
  const sellers = await column(`SELECT seller_id::text AS one FROM search.books ORDER BY book_id LIMIT ${SOME}`)
  const search = (queries: string[], more = '') => queries.map((q) => `/api/search?q=${encodeURIComponent(q)}${more}`)
  const counted = (filter: string) => [
    ...search(frequent, filter),
    ...frequent.map((q) => `/api/search/summary?q=${q}${filter}`),
  ]
  const typed = [...frequent, ...twoWords].flatMap((text) => [3, 5, 7].map((length) => text.slice(0, length)))
  const loose = Object.entries(await looseQueries(pool, SOME))
  const kinds: Kind[] = [
    { title: 'a rare word', paths: search(rare) },
    { title: 'a frequent word', paths: search(frequent) },
    { title: 'a very common word', paths: search(common) },
    { title: 'two words', paths: search(twoWords) },
    { title: 'two very common words', paths: search(common.slice(1).map((word) => `${common[0]} ${word}`)) },
    { title: 'the beginning of a word', paths: search(frequent.map((word) => word.slice(0, 4))) },
    { title: 'a word with a typo', paths: search(frequent.map(misspelled)) },
    { title: 'an ISBN', paths: search(isbns) },
    { title: 'counts, a frequent word', paths: frequent.map((q) => `/api/search/summary?q=${q}`) },
    { title: 'counts, a very common word', paths: common.map((q) => `/api/search/summary?q=${q}`) },
    { title: 'by category, with counts', paths: counted('&category=cook-book') },
    { title: 'by condition, with counts', paths: counted('&condition=fair') },
    { title: 'by language, with counts', paths: counted('&language=fr') },
    { title: 'by binding, with counts', paths: counted('&binding=hardback') },
    { title: 'by place, with counts', paths: counted('&location=station') },
    { title: 'by price, with counts', paths: counted('&price_from=2&price_to=4') },
    { title: 'by year, with counts', paths: counted('&published_from=1990&published_to=1995') },
    { title: 'by seller, with counts', paths: counted(`&seller=${sellers[0]}`) },
    { title: 'verified, with a photo, with counts', paths: counted('&verified=true&photo=true') },
    { title: 'suggestions', paths: typed.map((q) => `/api/suggest?q=${encodeURIComponent(q)}`), isSuggested: true },
    { title: 'a category, newest first', paths: ['/api/search?category=novel-book', '/api/search?category=cook-book'] },
    { title: 'newest', paths: ['/api/search?sort=newest', '/api/search?sort=newest&limit=12'] },
    { title: 'a very common word, cheapest first', paths: search(common, '&sort=price') },
    ...loose.map(([title, queries]) => ({ title, paths: search(queries.map(({ text }) => text)) })),
    {
      title: 'counts, some of each of these',
      paths: loose.flatMap(([, queries]) =>
        queries.slice(0, 3).map(({ text }) => `/api/search/summary?q=${encodeURIComponent(text)}`),
      ),
    },
  ]
  const missing = kinds.find(({ paths }) => paths.length === 0)
  if (missing)
    throw new Error(`No word of this shop is good for: ${missing.title}. Measure more copies, or other titles.`)
  return kinds
}

/** Without its third letter. */
const misspelled = (word: string) => word.slice(0, 2) + word.slice(3)
