import { UNUSED_IMAGE_MS } from '#contract/images/images.ts'
import type { Services } from '#server/services.ts'
import type { IsUnused } from './images.public.ts'
import { removeLeaving } from './remove-leaving.ts'
import { deleteTriesBefore, doPicturesStay, listUnusedUploads, markLeaving } from './images.sql.ts'

const BATCH = 100

/**
 * Removes uploads older than a day that nothing shows; their files go with the last owner. Safe to repeat, and in two
 * processes at once. While a backup copies pictures, all stay until the next run.
 */
export async function removeUnusedImages(
  services: Pick<Services, 'db' | 'clock' | 'images'>,
  isUnused: IsUnused,
): Promise<void> {
  const before = new Date(services.clock.now().getTime() - UNUSED_IMAGE_MS)
  await deleteTriesBefore(services.db, before)
  let uploads = await listUnusedUploads(services.db, isUnused, before, BATCH)
  while (uploads.length > 0) {
    for (const upload of uploads) {
      const isLeaving = await markLeaving(services.db, upload, isUnused, before)
      if (isLeaving) await removeLeaving(services, upload)
      else if (await doPicturesStay(services.db)) return
    }
    uploads = await listUnusedUploads(services.db, isUnused, before, BATCH)
  }
}
