import type { Services } from '#server/services.ts'
import { deleteUpload, isStillLeaving, lockImage, type Upload } from './images.sql.ts'

/**
 * Removes an upload that was marked as leaving, and with its last owner the files. Does nothing for one that was
 * uploaded again since. Files go before the row, so that a crash in between loses nothing from sight. The lock is kept
 * until the files are gone: a row that is written before is seen here, and whoever writes one after it looks whether
 * the files are still there (see upload-image.ts). That holds for all programs on the database.
 */
export async function removeLeaving({ db, images }: Pick<Services, 'db' | 'images'>, upload: Upload): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockImage(tx, upload.url)
    const leaving = await isStillLeaving(tx, upload)
    if (!leaving) return
    if (!leaving.hasOtherOwners) await images.remove(upload.url)
    await deleteUpload(tx, upload)
  })
}
