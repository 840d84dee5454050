import { readSearchRequest } from '#contract/search/search-request.ts'
import type { Wanted } from '#contract/wants/wanted.ts'
import { askedWords } from '#server/search/search.public.ts'
import { tryLock } from '#server/database/advisory-locks.ts'
import type { Services } from '#server/services.ts'
import { wantedByMany } from './wanted.rules.ts'
import { listCommonSearches, listWantedRows, replaceWanted } from './wanted.sql.ts'

/** Limits of the aggregation: the most wanted words, and searches per word. */
const LOOKED_AT = { words: 100, ofEach: 200 }
const MOST_KEPT = 24
/** Wanted searches shown on the home page. */
const MOST_SHOWN = 8

/**
 * Aggregates the saved searches of several people: words and counts, never names. Filters don't count, and searches
 * with excluded words are left out. Safe at any time; does nothing while another process runs it.
 */
export async function sumUpWanted({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await tryLock(tx, 'SUMMING_UP_WANTED'))) return
    const searches = await listCommonSearches(tx, LOOKED_AT)
    const typed = searches.flatMap(({ accountId, search }) => {
      const { q } = readSearchRequest(new URLSearchParams(search))
      const { words, unwanted } = askedWords(q)
      return unwanted.length > 0 ? [] : [{ accountId, words, typed: q }]
    })
    await replaceWanted(tx, wantedByMany(typed, MOST_KEPT))
  })
}

/** The most wanted searches, as of the last aggregation. */
export const listWanted = ({ db }: Pick<Services, 'db'>): Promise<Wanted[]> => listWantedRows(db, MOST_SHOWN)
