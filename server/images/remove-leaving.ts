import type { Services } from '#server/services.ts'
import { deleteUpload, isStillLeaving, lockImage, type Upload } from './images.sql.ts'

/**
 * Removes an upload marked as leaving, and with its last owner the files. Does nothing for one that was uploaded again.
 * Deletes files before the row, so that a crash in between loses no track of them. The lock lasts until the files are
 * gone: rows written before are seen here, and later uploads check that the files exist (see upload-image.ts). That
 * holds across processes.
 */
export async function removeLeaving({ db, images }: Pick<Services, 'db' | 'images'>, upload: Upload): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockImage(tx, upload.url)
    const leaving = await isStillLeaving(tx, upload)
    if (!leaving) return
    if (!leaving.hasOtherOwners) await images.remove(tx, upload.url)
    await deleteUpload(tx, upload)
  })
}
