import type { Services } from '#server/services.ts'
import { hostChanges } from './host-changes.ts'
import { deleteUpload, doPicturesStay, listUploadsOf, markLeaving } from './images.sql.ts'

/**
 * Forgets all uploads of these accounts, however new; files that something else still shows stay. False, and the rest
 * is left, while a backup copies pictures. Called twice, or ended halfway and called again, it does what is left.
 */
export async function removeUploadsOf(
  { db, images }: Pick<Services, 'db' | 'images'>,
  accountIds: string[],
): Promise<boolean> {
  for (const upload of await listUploadsOf(db, accountIds)) {
    const isGone = await hostChanges(async () => {
      // Whenever it came: a clock may have been put back since.
      const leaving = await markLeaving(db, upload, 'infinity')
      if (!leaving && (await doPicturesStay(db))) return false
      if (leaving && !leaving.hasOtherOwners) await images.remove(upload.url)
      await deleteUpload(db, upload)
      return true
    })
    if (!isGone) return false
  }
  return true
}
