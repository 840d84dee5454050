import type { CatalogueWatch } from '#server/database/catalogue-watch.ts'
import type { Log } from '#server/services.ts'
import { repeat } from './repeat.ts'

interface Worker {
  stop(): Promise<void>
}

const LOOK_MS = 2000

/**
 * Runs jobs only while the database has the migrations that this version knows: on others they could break data. Checks
 * every two seconds, and logs when it stops and resumes.
 */
export async function workWhileOurs(
  { catalogue, log }: { catalogue: Pick<CatalogueWatch, 'current' | 'isOurs'>; log: Log },
  start: () => Promise<Worker>,
  everyMs = LOOK_MS,
): Promise<Worker> {
  let worker: Worker | null = await start()
  const looks = repeat(async () => {
    await catalogue.current()
    if (catalogue.isOurs === (worker !== null)) return
    if (worker) {
      log.error(
        {},
        'the database has other migrations than this program: a newer one was started on it, or the shop was moved, or a backup put back; or one with another identity provider was started. Nothing is written and no job is done until this one is started again',
      )
      await worker.stop()
      worker = null
    } else {
      worker = await start().catch(() => null)
      if (worker) log.warn({}, 'the database has the migrations of this program again; it goes on')
    }
  }, everyMs)
  return {
    stop: async () => {
      await looks.stop()
      await worker?.stop()
    },
  }
}
