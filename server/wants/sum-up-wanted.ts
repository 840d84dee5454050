import { readSearchRequest } from '#contract/search/search-request.ts'
import type { Wanted } from '#contract/wants/wanted.ts'
import { askedWords } from '#server/search/search.public.ts'
import { tryLock } from '#server/database/advisory-locks.ts'
import type { Services } from '#server/services.ts'
import { wantedByMany } from './wanted.rules.ts'
import { listCommonSearches, listWantedRows, replaceWanted } from './wanted.sql.ts'

/** What is looked at: the words most people wait for, and of each so many searches. */
const LOOKED_AT = { words: 100, ofEach: 200 }
const MOST_KEPT = 24
/** On the home page. */
const MOST_SHOWN = 8

/**
 * Sums up what several people wait for: words and how many, never who. Their filters don't count, and searches with
 * words that must not be there are left out. May be called at any time; while another program does it, there is nothing
 * to do.
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

/** What most people look for, as it was summed up last. */
export const listWanted = ({ db }: Pick<Services, 'db'>): Promise<Wanted[]> => listWantedRows(db, MOST_SHOWN)
