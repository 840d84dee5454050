import { UNUSED_IMAGE_MS } from '#contract/image-limits.ts'
import type { Services } from '#server/services.ts'
import { hostChanges } from './host-changes.ts'
import { deleteTriesBefore, deleteUpload, doPicturesStay, listUnusedUploads, markLeaving } from './images.sql.ts'

const BATCH = 100

/**
 * Forgets uploads older than a day that stand in no book, no order, no account and no category; their files go with
 * the last owner. Called again, it does what is left: files go before rows, so that a crash in between loses nothing
 * from sight. While a backup copies pictures, all of them stay until the next time.
 */
export async function removeUnusedImages(services: Pick<Services, 'db' | 'clock' | 'images'>): Promise<void> {
  const before = new Date(services.clock.now().getTime() - UNUSED_IMAGE_MS)
  await deleteTriesBefore(services.db, before)
  let uploads = await listUnusedUploads(services.db, before, BATCH)
  while (uploads.length > 0) {
    for (const upload of uploads) {
      const isGone = await hostChanges(async () => {
        const leaving = await markLeaving(services.db, upload, before)
        if (!leaving) return false
        if (!leaving.hasOtherOwners) await services.images.remove(upload.url)
        await deleteUpload(services.db, upload)
        return true
      })
      if (!isGone && (await doPicturesStay(services.db))) return
    }
    uploads = await listUnusedUploads(services.db, before, BATCH)
  }
}
