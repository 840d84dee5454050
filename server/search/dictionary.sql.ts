import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import { spellingsTyped, type Spelling } from './spelling.rules.ts'

/** What the words of titles and authors have to do with a word that somebody typed. */
export interface KnownWord {
  /** In how many works it stands; 0 for one that is not known. */
  works: number
  /** Longer known words begin with it, in no more works than so many; Infinity where there are too many to add up. */
  begun: number
  /** Known words that one typo, or a few, may have made it of. */
  neighbours: Spelling[]
}

const MOST_NEIGHBOURS = 60
const MOST_ADDED_UP = 200

/** Looks up all words at once. */
export async function lookUpWords(db: Db, words: readonly string[]): Promise<Map<string, KnownWord>> {
  const known = new Map(words.map((word): [string, KnownWord] => [word, { works: 0, begun: 0, neighbours: [] }]))
  if (words.length === 0) return known
  const typed = words.flatMap((word) => spellingsTyped(word).map((spelling) => ({ word, spelling })))
  const { rows } = await sql<{ asked: string; word: string | null; works: number | null }>`
    SELECT given.asked, w.word, w.works FROM unnest(${words}::text[]) AS given(asked)
    JOIN search.words w ON w.word = given.asked
    UNION ALL
    SELECT given.asked, NULL, CASE WHEN begun.words <= ${MOST_ADDED_UP} THEN begun.works END
    FROM unnest(${words}::text[]) AS given(asked) CROSS JOIN LATERAL (
      SELECT count(*) AS words, sum(works)::int AS works FROM (
        SELECT w.works FROM search.words w
        WHERE w.word > given.asked COLLATE "C" AND w.word < (given.asked || chr(1114111)) COLLATE "C"
        LIMIT ${MOST_ADDED_UP + 1}
      ) longer
    ) begun WHERE begun.words > 0
    UNION ALL
    SELECT near.asked, near.word, near.works FROM unnest(${words}::text[]) AS given(asked) CROSS JOIN LATERAL (
      SELECT given.asked, w.word, w.works
      FROM unnest(${typed.map(({ word }) => word)}::text[], ${typed.map(({ spelling }) => spelling)}::text[])
        AS typed(asked, spelling)
      JOIN search.spellings s ON s.spelling = typed.spelling
      JOIN search.words w ON w.word = s.word
      WHERE typed.asked = given.asked AND w.word <> given.asked
      GROUP BY w.word, w.works ORDER BY count(*) DESC, w.works DESC LIMIT ${MOST_NEIGHBOURS}
    ) near`.execute(db)
  for (const { asked, word, works } of rows) {
    const entry = known.get(asked)!
    if (word === null) entry.begun = works ?? Infinity
    else if (word === asked) entry.works = works ?? 0
    else entry.neighbours.push({ word, works: works ?? 0 })
  }
  return known
}
