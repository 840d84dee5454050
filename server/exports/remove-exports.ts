import { HOUR_MS } from '#contract/duration.ts'
import type { Services } from '#server/services.ts'
import { deleteExpiredExports, deleteLostExports, listKnownExports } from '#server/accounts/exports/exports.public.ts'

/**
 * Removes the files that are over: expired, replaced, of closed accounts, and whatever else no row speaks of. A row whose
 * file is gone, as in a shop that was restored, goes as well. As often as one likes.
 */
export async function removeExports({
  db,
  clock,
  archives,
}: Pick<Services, 'db' | 'clock' | 'archives'>): Promise<void> {
  const now = clock.now()
  await deleteExpiredExports(db, now)
  const files = await archives.list()
  await deleteLostExports(db, files, new Date(now.getTime() - HOUR_MS))
  const existing = new Set(await listKnownExports(db, files))
  for (const id of files) if (!existing.has(id)) await archives.remove(id)
}
