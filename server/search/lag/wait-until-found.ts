import type { Services } from '#server/services.ts'
import { indexBooks } from '#server/search/index-books.ts'
import { countChangesTo, findLastChange } from './index-lag.sql.ts'

/** How long nothing may move, ms, before a wait ends. */
const PATIENCE_MS = 60_000
const EVERY_MS = 250
const pause = () => new Promise<void>((resolve) => void setTimeout(resolve, EVERY_MS))

/**
 * Waits until searches find every change so far; returns how many are left after a minute in which none became fewer.
 * Indexes as well, for a shop that doesn't run: one program at a time does.
 */
export async function waitUntilFound(
  services: Pick<Services, 'db' | 'log'>,
  onProgress: (done: number, total: number) => void = () => {},
  patienceMs: number = PATIENCE_MS,
): Promise<number> {
  const last = await findLastChange(services.db)
  if (last === null) return 0
  const total = await countChangesTo(services.db, last)
  let left = total
  let movedAt = performance.now()
  while (left > 0 && performance.now() - movedAt < patienceMs) {
    // oxlint-disable-next-line no-await-in-loop -- polls
    await Promise.all([indexBooks(services), pause()])
    // oxlint-disable-next-line no-await-in-loop -- as above
    const now = await countChangesTo(services.db, last)
    if (now < left) movedAt = performance.now()
    left = now
    onProgress(total - left, total)
  }
  return left
}
