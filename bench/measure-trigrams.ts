import type { PoolClient } from 'pg'
import { spellingsOf } from '#server/search/search.public.ts'
import { ask } from './ask.ts'
import { databaseCpuMs } from './database-cpu.ts'
import { percentile } from './load.ts'
import { looseQueries, type LooseQuery } from './loose-kinds.ts'
import { atEachSize, type GrowingShop, type SizedShop } from './measure-search.ts'
import type { Measured } from './parts.ts'
import { table } from './report.ts'
import type { ServerProcess } from './server-process.ts'

/** Queries of each kind. */
export const TRIGRAM_QUERIES = 20
/** Result works that are looked at, as a page has them first. */
const SHOWN = 3
/** A search of trigrams that takes longer is given up. */
const LONGEST_MS = 20_000
const WORDS_AT_ONCE = 2000
/** `pg_trgm.word_similarity_threshold` by which `npm run relevance` finds most. */
const SIMILARITY = 0.3

interface Answered {
  ms: number
  cpuMs: number
  titles: string[]
}
type Search = (text: string) => Promise<string[]>

/**
 * Measures what a search of PostgreSQL's trigrams costs and finds beside the shop's, on the same works: all words by
 * full text, where nothing has them by `word_similarity`. One query after the other, none asked twice.
 */
export async function measureTrigrams(growing: GrowingShop & { some: number }): Promise<Measured> {
  const tables = await atEachSize(growing, (shop) => compareAtSize(shop, growing))
  return { sections: [], figures: [], tables }
}

async function compareAtSize(
  { size, shop, pool }: SizedShop,
  { dataDir, some, say }: Pick<GrowingShop, 'dataDir' | 'say'> & { some: number },
): Promise<string> {
  const kinds = Object.entries(await looseQueries(pool, some))
  const client = await pool.connect()
  try {
    const ways: [string, Search][] = [
      ['shop', (text) => searchShop(shop, text)],
      ['trigrams', (text) => searchTrigrams(client, text)],
    ]
    const indexes = [...(await measureOwn(client, dataDir)), ...(await buildTrigrams(client, dataDir))]
    const cpu = async () => (await shop.usage()).cpuMs + (await databaseCpuMs(dataDir))
    const rows: string[][] = []
    for (const [title, queries] of kinds) {
      const cells: string[] = []
      for (const [name, search] of ways) {
        const answers = await answersOf(search, queries, cpu)
        cells.push(...cellsOf(answers, queries))
        say(`trigrams: ${title}, ${name}: ${cells.slice(-3).join(', ')}`)
      }
      rows.push([title, ...cells])
    }
    const heads = ways.flatMap(([name]) => [`${name}: p50, p99 ms`, 'CPU ms', 'found'])
    const copies = `${size.toLocaleString('en')} copies`
    return `${table([copies, 'Rows', 'MB', 'Built in s', 'CPU s'], indexes)}\n\n${table([copies, ...heads], rows)}`
  } finally {
    await client.query('DROP SCHEMA IF EXISTS bench_trigrams CASCADE')
    client.release(true)
  }
}

async function answersOf(search: Search, queries: readonly LooseQuery[], cpu: () => Promise<number>) {
  const answers: Answered[] = []
  for (const { text } of queries) {
    const [begun, usedBefore] = [performance.now(), await cpu()]
    const titles = await search(text)
    answers.push({ ms: performance.now() - begun, cpuMs: (await cpu()) - usedBefore, titles })
  }
  return answers
}

function cellsOf(answers: readonly Answered[], queries: readonly LooseQuery[]): string[] {
  const of = (figure: 'ms' | 'cpuMs', percent: number) =>
    percentile(
      answers.map((one) => one[figure]),
      percent,
    ).toFixed(0)
  const meant = answers.flatMap(({ titles }, at) =>
    queries[at]!.meant === null ? [] : [titles.includes(queries[at]!.meant)],
  )
  const found = meant.length === 0 ? '' : `${((100 * meant.filter(Boolean).length) / meant.length).toFixed(0)} %`
  return [`${of('ms', 50)}, ${of('ms', 99)}`, of('cpuMs', 50), found]
}

async function searchShop({ origin }: ServerProcess, text: string): Promise<string[]> {
  const { status, body } = await ask(origin, {
    path: `/api/search?limit=${SHOWN}&q=${encodeURIComponent(text)}`,
    headers: {},
  })
  if (status !== 200) throw new Error(`A search was answered with ${status}`)
  return (JSON.parse(body.toString()) as { book: { book_name: string } }[]).map(({ book }) => book.book_name)
}

/** Titles by full text, else by similarity; none where that takes too long. */
async function searchTrigrams(client: PoolClient, text: string): Promise<string[]> {
  for (const statement of [WITH_ALL_WORDS, SIMILAR]) {
    const { rows } = await client.query<{ title: string }>(statement, [text]).catch((error: unknown) => {
      if ((error as { code?: string }).code === QUERY_CANCELED) return { rows: [] }
      throw error
    })
    if (rows.length > 0) return rows.map(({ title }) => title)
  }
  return []
}
const QUERY_CANCELED = '57014'

const WITH_ALL_WORDS = `
  SELECT title FROM bench_trigrams.works, plainto_tsquery('simple', lower(unaccent($1))) AS query
  WHERE words @@ query ORDER BY ts_rank_cd(words, query) DESC LIMIT ${SHOWN}`
const SIMILAR = `
  SELECT title FROM bench_trigrams.works, lower(unaccent($1)) AS asked WHERE asked <% line
  ORDER BY word_similarity(asked, line) DESC, similarity(asked, line) DESC LIMIT ${SHOWN}`

type Built = [title: string, rows: number, megabytes: string, seconds: string, cpu: string]

async function timed(dataDir: string, build: () => Promise<unknown>): Promise<[seconds: string, cpu: string]> {
  const [begun, before] = [performance.now(), await databaseCpuMs(dataDir)]
  await build()
  return [
    ((performance.now() - begun) / 1000).toFixed(1),
    (((await databaseCpuMs(dataDir)) - before) / 1000).toFixed(1),
  ]
}

const megabytesOf = async (client: PoolClient, expression: string) => {
  const { rows } = await client.query<{ size: string }>(`SELECT ${expression} AS size`)
  return (Number(rows[0]!.size) / 1e6).toFixed(1)
}

async function buildTrigrams(client: PoolClient, dataDir: string): Promise<Built[]> {
  await client.query('CREATE EXTENSION IF NOT EXISTS unaccent; CREATE EXTENSION IF NOT EXISTS pg_trgm')
  await client.query(`
    SET statement_timeout = 0; SET pg_trgm.word_similarity_threshold = ${SIMILARITY};
    CREATE TABLE bench_trigrams.works AS SELECT title, line, to_tsvector('simple', line) AS words
    FROM (SELECT title, lower(unaccent(title || ' ' || author)) AS line FROM search.works) AS lines`)
  const { rows } = await client.query<{ works: number }>('SELECT count(*)::int AS works FROM bench_trigrams.works')
  const words = await timed(dataDir, () => client.query('CREATE INDEX words ON bench_trigrams.works USING gin (words)'))
  const trigrams = await timed(dataDir, () =>
    client.query('CREATE INDEX trigrams ON bench_trigrams.works USING gin (line gin_trgm_ops)'),
  )
  await client.query(`VACUUM ANALYZE bench_trigrams.works`)
  await client.query(`SET statement_timeout = ${LONGEST_MS}`)
  const size = (name: string) => megabytesOf(client, `pg_relation_size('bench_trigrams.${name}')`)
  return [
    ['full text of works', rows[0]!.works, await size('words'), ...words],
    ['trigrams of works', rows[0]!.works, await size('trigrams'), ...trigrams],
  ]
}

/** The shop's dictionary, with what finds its words when they are misspelled: as it is, and how long writing it takes. */
async function measureOwn(client: PoolClient, dataDir: string): Promise<Built[]> {
  await client.query(`
    SET statement_timeout = 0; DROP SCHEMA IF EXISTS bench_trigrams CASCADE; CREATE SCHEMA bench_trigrams;
    CREATE TABLE bench_trigrams.spellings (LIKE search.spellings INCLUDING ALL)`)
  const { rows } = await client.query<{ word: string }>('SELECT word FROM search.words')
  const built = await timed(dataDir, async () => {
    for (let at = 0; at < rows.length; at += WORDS_AT_ONCE) {
      const pairs = rows
        .slice(at, at + WORDS_AT_ONCE)
        .flatMap(({ word }) => spellingsOf(word).map((one) => [one, word]))
      await client.query('INSERT INTO bench_trigrams.spellings SELECT * FROM unnest($1::text[], $2::text[])', [
        pairs.map(([spelling]) => spelling),
        pairs.map(([, word]) => word),
      ])
    }
  })
  const size = await megabytesOf(
    client,
    "pg_total_relation_size('search.words') + pg_total_relation_size('search.spellings')",
  )
  return [['words and their spellings', rows.length, size, ...built]]
}
