import type { Services } from '#server/services.ts'
import type { IsUnused } from './images.public.ts'
import { removeLeaving } from './remove-leaving.ts'
import { deleteUpload, doPicturesStay, listUploadsOf, markLeaving } from './images.sql.ts'

/**
 * Removes all uploads of these accounts, however new; files that are shown elsewhere stay. Returns false, and leaves
 * the rest, while a backup copies pictures. Safe to repeat.
 */
export async function removeUploadsOf(
  services: Pick<Services, 'db' | 'images'>,
  accountIds: string[],
  isUnused: IsUnused,
): Promise<boolean> {
  for (const upload of await listUploadsOf(services.db, accountIds)) {
    // Any age: a clock may have been put back since.
    const isLeaving = await markLeaving(services.db, upload, isUnused, 'infinity')
    if (!isLeaving && (await doPicturesStay(services.db))) return false
    await (isLeaving ? removeLeaving(services, upload) : deleteUpload(services.db, upload))
  }
  return true
}
