import { sql } from 'kysely'
import { keptPlan, unseen } from '#server/database/kept-plans.ts'
import type { Db } from '#server/database/schema.ts'
import { spellingsTyped, type Spelling } from './spelling.rules.ts'

/** What the words of titles and authors have to do with a word that somebody typed. */
export interface KnownWord {
  /** In how many works it stands; 0 for one that is not known. */
  works: number
  /** Longer known words begin with it, in no more works than so many; Infinity where there are too many to add up. */
  begun: number
}

const MOST_NEIGHBOURS = 60
const MOST_ADDED_UP = 200

const given = (words: readonly string[]) => sql`unnest(${unseen(sql`${words}::text[]`)}) AS given(asked)`
/** The words, `w`, that begin with the given one and are longer. */
const isLonger = sql`w.word > given.asked COLLATE "C" AND w.word < (given.asked || chr(1114111)) COLLATE "C"`

/** Looks up all words at once. */
export async function lookUpWords(db: Db, words: readonly string[]): Promise<Map<string, KnownWord>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<{ asked: string; works: number; words: number; begun: number }>`
    ${keptPlan} SELECT given.asked, coalesce(known.works, 0) AS works, longer.words::int AS words, longer.works::int AS begun
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

/** Known words that one typo, or a few, may have made each of these of. */
export async function listNeighbours(db: Db, words: readonly string[]): Promise<Map<string, Spelling[]>> {
  const neighbours = new Map(words.map((word): [string, Spelling[]] => [word, []]))
  const typed = words.flatMap((word) => spellingsTyped(word).map((spelling) => ({ word, spelling })))
  if (typed.length === 0) return neighbours
  const { rows } = await sql<Spelling & { asked: string }>`
    SELECT given.asked, near.word, near.works FROM ${given(words)} CROSS JOIN LATERAL (
      SELECT w.word, w.works
      FROM unnest(${typed.map(({ word }) => word)}::text[], ${typed.map(({ spelling }) => spelling)}::text[])
        AS typed(asked, spelling)
      JOIN search.spellings s ON s.spelling = typed.spelling
      JOIN search.words w ON w.word = s.word
      WHERE typed.asked = given.asked AND w.word <> given.asked
      GROUP BY w.word, w.works ORDER BY count(*) DESC, w.works DESC LIMIT ${MOST_NEIGHBOURS}
    ) near`.execute(db)
  for (const { asked, word, works } of rows) neighbours.get(asked)!.push({ word, works })
  return neighbours
}

/** A word that somebody types, and how it may go on. */
export interface BegunWord {
  /** In how many works it stands; 0 for one that is not known. */
  works: number
  /** The most frequent known words that begin so, itself not among them. */
  longer: Spelling[]
}

const MOST_BEGUN = 500
const MOST_LONGER = 12

/** Words that begin so are few even where they are many: the most frequent of them. */
export async function lookUpBegunWords(db: Db, words: readonly string[]): Promise<Map<string, BegunWord>> {
  const begun = new Map(words.map((word): [string, BegunWord] => [word, { works: 0, longer: [] }]))
  const { rows } = await sql<Spelling & { asked: string }>`
    ${keptPlan} SELECT given.asked, found.word, found.works FROM ${given(words)} CROSS JOIN LATERAL (
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
