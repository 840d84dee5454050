import type { EncodedPicture } from '#server/ports/image-host.ts'
import type { Services } from '#server/services.ts'
import { insertImage, lockImage } from './images.sql.ts'
import { keepPicture } from './upload-image.ts'

/**
 * Makes a picture its owner's again: from the files that are given, or those that are still here. Returns whether it is
 * there now. Safe to repeat; a listing has a day to show it.
 */
export async function putBackPicture(
  services: Pick<Services, 'db' | 'clock' | 'images'>,
  ownerId: string,
  url: string,
  picture: EncodedPicture | null,
): Promise<boolean> {
  const { db, clock, images } = services
  if (picture) {
    await keepPicture(services, ownerId, picture)
    return true
  }
  if (!(await images.has(url))) return false
  await db.transaction().execute(async (tx) => {
    await lockImage(tx, url)
    await insertImage(tx, url, ownerId, clock.now())
  })
  return images.has(url)
}
