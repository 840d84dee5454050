import { ALL_PAGES, FOLLOWING_INDEX, keysOf } from '#server/database/buckets/cache-keys.ts'
import { notePurged, readDuePurges, type DuePurges } from '#server/database/purges/purges.ts'
import { shareNext } from '#server/database/reaching/share-next.ts'
import type { Cdn, Purges } from '#server/ports/cdn.ts'
import type { Services } from '#server/services.ts'

/** Above so many keys all pages go: fewer requests than a purge of each. */
const MOST_KEYS = 500
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/**
 * Has a CDN forget what catalogue_changes notes, and notes how far it was told. That is noted only after the CDN's
 * confirmation, so what a killed instance hasn't purged another one does, or the next start; two at the same moment may
 * purge the same, which does no harm. Each purge is repeated some seconds later, for an answer that was on its way to the
 * CDN at the first one. After a failure it pauses, and logs the first and the end.
 */
export function purgeChanges({ db, log }: Pick<Services, 'db' | 'log'>, cdn: Cdn): Purges {
  let pauseMs = 0
  let pausedUntil = 0
  const next = shareNext(async () => {
    try {
      await purgeDue(db, cdn)
      if (pauseMs > 0) log.info({}, 'the CDN takes purges again')
      pauseMs = 0
      return true
    } catch (err) {
      if (pauseMs === 0)
        log.error({ err }, 'a purge of the CDN failed; until one succeeds it may show pages as they were')
      pauseMs = Math.min(Math.max(2 * pauseMs, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
      pausedUntil = performance.now() + pauseMs
      return false
    }
  })
  return {
    purge: async () => performance.now() >= pausedUntil && next(),
  }
}

async function purgeDue(db: Services['db'], cdn: Cdn): Promise<void> {
  const due = await readDuePurges(db)
  if (isQuiet(due)) return
  const keys = keysToPurge(due)
  if (keys.length > 0) await cdn.purge(keys)
  await notePurged(db, due)
}

/** Nothing has changed, and every purge was repeated. */
const isQuiet = ({ changed, isRepeatDue, purged, repeating, repeated }: DuePurges) =>
  changed.length === 0 && !(isRepeatDue && (purged !== repeating || repeating !== repeated))

function keysToPurge({ changed, isRepeatDue, again }: DuePurges): string[] {
  const repeats = isRepeatDue && again.length > 0
  const keys = keysOf([...changed, ...(repeats ? again : [])])
  if (keys.includes(ALL_PAGES) || keys.length > MOST_KEYS) return [ALL_PAGES]
  return repeats ? [...keys, FOLLOWING_INDEX] : keys
}
