import type { Db } from '#server/database/schema.ts'
import type { IndexLag } from '#server/services.ts'
import { countWaiting } from './index-lag.sql.ts'
import { cacheSearchResult } from '#server/search/search-cache.ts'

/** With more books waiting, searches say so. Fewer are indexed within a second. */
export const MOST_WAITING = 200
/** Books that are counted: enough for a monitor to see that they become fewer. */
const MOST_COUNTED = 10_000

/** Reads the lag from the database, whichever program indexes; cached for a moment. */
export const readIndexLag = (db: Db): Promise<IndexLag> =>
  cacheSearchResult(db, ['lag'], async () => {
    const waiting = await countWaiting(db, MOST_COUNTED)
    return { waiting, isBehind: waiting > MOST_WAITING }
  })
