import { sql } from 'kysely'
import { preparedStatement, hiddenFromPlanner } from '#server/database/prepared-statements.ts'
import type { Db } from '#server/database/schema.ts'
import { nearest, spellingsOf, type Spelling } from './spelling.rules.ts'

/** A typed word in the dictionary of title and author words: its frequency and its completions. */
export interface KnownWord {
  /** Number of works with this word; 0 where it is unknown. */
  works: number
  /** Sum of the works of longer words with this prefix; Infinity where there are too many to add up. */
  begun: number
}

const MOST_NEIGHBOURS = 150
const MOST_ADDED_UP = 200

const given = (words: readonly string[]) => sql`unnest(${hiddenFromPlanner(sql`${words}::text[]`)}) AS given(asked)`
/** Words `w` with the given prefix, longer than it. */
const isLonger = sql`w.word > given.asked COLLATE "C" AND w.word < (given.asked || chr(1114111)) COLLATE "C"`

/** Looks up all words in one statement. */
export async function lookUpWords(db: Db, words: readonly string[]): Promise<Map<string, KnownWord>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<{ asked: string; works: number; words: number; begun: number }>`
    ${preparedStatement} SELECT given.asked, coalesce(known.works, 0) AS works, longer.words::int AS words, longer.works::int AS begun
    FROM ${given(words)} LEFT JOIN search.words known ON known.word = given.asked
    CROSS JOIN LATERAL (
      SELECT count(*) AS words, coalesce(sum(works), 0) AS works FROM (
        SELECT w.works FROM search.words w WHERE ${isLonger} LIMIT ${MOST_ADDED_UP + 1}
      ) few
    ) longer`.execute(db)
  return new Map(
    rows.map(({ asked, works, ...longer }) => [
      asked,
      { works, begun: longer.words > MOST_ADDED_UP ? Infinity : longer.begun },
    ]),
  )
}

/** Number of works with each known word, and of works in all, as PostgreSQL last counted them. */
export async function countWorks(
  db: Db,
  words: readonly string[],
): Promise<{ works: Map<string, number>; total: number }> {
  if (words.length === 0) return { works: new Map(), total: FEWEST }
  const { rows } = await sql<{ word: string; works: number }>`
    ${preparedStatement} SELECT w.word, w.works FROM ${given(words)} JOIN search.words w ON w.word = given.asked
    UNION ALL SELECT '', reltuples::int FROM pg_class WHERE oid = 'search.works'::regclass`.execute(db)
  const works = new Map(rows.map((row) => [row.word, row.works]))
  const total = Math.max(works.get('') ?? 0, FEWEST)
  works.delete('')
  return { works, total }
}
/** Before PostgreSQL has counted. */
const FEWEST = 1000

/** Known words that share a spelling variant with each word and are near it: candidates for spelling correction. */
export async function listNeighbours(db: Db, words: readonly string[]): Promise<Map<string, Spelling[]>> {
  const neighbours = new Map(words.map((word): [string, Spelling[]] => [word, []]))
  const typed = words.flatMap((word) => spellingsOf(word).map((spelling) => ({ word, spelling })))
  if (typed.length === 0) return neighbours
  const { rows } = await sql<Spelling & { asked: string }>`
    SELECT given.asked, near.word, near.works FROM ${given(words)} CROSS JOIN LATERAL (
      SELECT w.word, w.works
      FROM unnest(${typed.map(({ word }) => word)}::text[], ${typed.map(({ spelling }) => spelling)}::text[])
        AS typed(asked, spelling)
      JOIN search.spellings s ON s.spelling = typed.spelling
      JOIN search.words w ON w.word = s.word
      WHERE typed.asked = given.asked AND w.word <> given.asked
      AND abs(length(w.word) - length(given.asked)) <= 2
      GROUP BY w.word, w.works ORDER BY count(*) DESC, w.works DESC LIMIT ${MOST_NEIGHBOURS}
    ) near`.execute(db)
  for (const { asked, word, works } of rows) neighbours.get(asked)!.push({ word, works })
  // Each is compared once here; several readings have the same word.
  return new Map([...neighbours].map(([word, near]) => [word, nearest(word, near, MOST_NEIGHBOURS)]))
}

/** A typed prefix and its completions. */
export interface BegunWord {
  /** Number of works with this word; 0 where it is unknown. */
  works: number
  /** The most frequent completions, without the prefix itself. */
  longer: Spelling[]
}

const MOST_BEGUN = 500
const MOST_LONGER = 12

/** Looks up completions (autocomplete) of each word: the most frequent few. */
export async function lookUpBegunWords(db: Db, words: readonly string[]): Promise<Map<string, BegunWord>> {
  const begun = new Map(words.map((word): [string, BegunWord] => [word, { works: 0, longer: [] }]))
  const { rows } = await sql<Spelling & { asked: string }>`
    ${preparedStatement} SELECT given.asked, found.word, found.works FROM ${given(words)} CROSS JOIN LATERAL (
      SELECT w.word, w.works FROM search.words w WHERE w.word = given.asked
      UNION ALL
      (SELECT few.word, few.works FROM (
         SELECT w.word, w.works FROM search.words w WHERE ${isLonger} LIMIT ${MOST_BEGUN}
       ) few ORDER BY few.works DESC LIMIT ${MOST_LONGER})
    ) found`.execute(db)
  for (const { asked, word, works } of rows) {
    const entry = begun.get(asked)!
    if (word === asked) entry.works = works
    else entry.longer.push({ word, works })
  }
  return begun
}
