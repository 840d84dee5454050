import MiniSearch from 'minisearch'
import type { PoolClient } from 'pg'
import * as calls from '#contract/search/search-calls.ts'
import { searchBooks } from '#server/search/search-books.ts'
import { closeLater } from '#tools/run-and-close.ts'
import { JUDGED } from './metrics.ts'
import { comparable, type Shown } from './patterns.ts'
import type { StockedShop, Work } from './stocked-shop.ts'

export interface Found extends Shown {
  workId: string
}

/** A search to be measured: the first works for a query, best first. */
export interface System {
  name: string
  search: (query: string) => Promise<Found[]>
}

/**
 * Dogear's search, and two others over the same works. 'strict' looks more loosely only where nothing has all words, as
 * Dogear does; 'filled' also where fewer than five works have them.
 */
export async function openSystems(shop: StockedShop): Promise<System[]> {
  return [dogear(shop), ...(await postgres(shop)), ...miniSearch(shop.works)]
}

/** By the call of the API: its first page, by relevance. */
function dogear({ db, workOf }: StockedShop): System {
  const services = { db, shop: { currency: 'USD' } }
  return {
    name: 'Dogear',
    async search(q) {
      const { items } = await searchBooks(services, calls.searchBooks.query.parse({ q, limit: String(JUDGED) }))
      return items.map(({ id, book: { title, author } }) => ({ workId: workOf.get(id)!, title, author }))
    },
  }
}

/** PostgreSQL's full-text search, then its trigrams. */
async function postgres({ pool, works }: StockedShop): Promise<System[]> {
  const columns = (['id', 'title', 'author', 'isbn'] as const).map((name) => works.map((work) => work[name]))
  // One session, because the threshold is a session's setting.
  const client = await pool.connect()
  closeLater(async () => client.release())
  await client.query('CREATE EXTENSION unaccent; CREATE EXTENSION pg_trgm; CREATE SCHEMA baseline')
  await client.query(`SET pg_trgm.word_similarity_threshold = ${SIMILARITY}`)
  await client.query(
    `CREATE TABLE baseline.works AS
      SELECT id, line, to_tsvector('simple', line) AS words
      FROM (SELECT id, lower(unaccent(concat_ws(' ', title, author, isbn))) AS line
        FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS given(id, title, author, isbn)) AS lines`,
    columns,
  )
  await client.query('CREATE INDEX ON baseline.works USING gin (words); ANALYZE baseline.works')
  await client.query('CREATE INDEX ON baseline.works USING gin (line gin_trgm_ops)')
  const byId = new Map(works.map((work) => [work.id, work]))
  const search = async (query: string, isFilled: boolean) => {
    const exact = await idsOf(client, WITH_ALL_WORDS, query)
    const isLooser = isFilled ? exact.length < JUDGED : exact.length === 0
    const similar = isLooser ? await idsOf(client, SIMILAR, query) : []
    return [...new Set([...exact, ...similar])].slice(0, JUDGED).map((id) => foundOf(byId.get(id)!))
  }
  return bothForms('PostgreSQL', search)
}
/** Of 0.3, 0.45 and PostgreSQL's own 0.6 the one with which it finds most of the seen queries. */
const SIMILARITY = 0.3
const BY_SIMILARITY = `word_similarity(asked, line) DESC, similarity(asked, line) DESC, line LIMIT ${JUDGED}`
const WITH_ALL_WORDS = `
  SELECT id FROM baseline.works, lower(unaccent($1)) AS asked, websearch_to_tsquery('simple', asked) AS query
  WHERE words @@ query ORDER BY ts_rank_cd(words, query) DESC, ${BY_SIMILARITY}`
const SIMILAR = `
  SELECT id FROM baseline.works, lower(unaccent($1)) AS asked WHERE asked <% line ORDER BY ${BY_SIMILARITY}`

async function idsOf(client: PoolClient, statement: string, query: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(statement, [query])
  return rows.map(({ id }) => id)
}

function miniSearch(works: readonly Work[]): System[] {
  const index = new MiniSearch({
    fields: ['title', 'author', 'isbn'],
    processTerm: (term) => comparable(term) || null,
    searchOptions: { fuzzy: 0.2, prefix: true },
  })
  index.addAll(works)
  const byId = new Map(works.map((work) => [work.id, work]))
  const search = async (query: string, isFilled: boolean) => {
    const all = index.search(query, { combineWith: 'AND' })
    const isLooser = isFilled ? all.length < JUDGED : all.length === 0
    const any = isLooser ? index.search(query, { combineWith: 'OR' }) : []
    const ids = new Set([...all, ...any].map(({ id }) => id as string))
    return [...ids].slice(0, JUDGED).map((id) => foundOf(byId.get(id)!))
  }
  return bothForms('MiniSearch', search)
}

const bothForms = (name: string, search: (query: string, isFilled: boolean) => Promise<Found[]>): System[] => [
  { name: `${name} strict`, search: (query) => search(query, false) },
  { name: `${name} filled`, search: (query) => search(query, true) },
]

const foundOf = ({ id, title, author }: Work): Found => ({ workId: id, title, author })
