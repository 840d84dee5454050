import type { Services } from '#server/services.ts'
import type { IsUnused } from './images.public.ts'
import { removeLeaving } from './remove-leaving.ts'
import { deleteUpload, doPicturesStay, listUploadsOf, markLeaving } from './images.sql.ts'

/**
 * Forgets all uploads of these accounts, however new; files that something else still shows stay. False, and the rest
 * is left, while a backup copies pictures. Called twice, or ended halfway and called again, it does what is left.
 */
export async function removeUploadsOf(
  services: Pick<Services, 'db' | 'images'>,
  accountIds: string[],
  isUnused: IsUnused,
): Promise<boolean> {
  for (const upload of await listUploadsOf(services.db, accountIds)) {
    // Whenever it came: a clock may have been put back since.
    const isLeaving = await markLeaving(services.db, upload, isUnused, 'infinity')
    if (!isLeaving && (await doPicturesStay(services.db))) return false
    await (isLeaving ? removeLeaving(services, upload) : deleteUpload(services.db, upload))
  }
  return true
}
