import { refuse } from '#contract/problems.ts'
import { lockAccount } from '#server/accounts/accounts.sql.ts'
import type { Db } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { encodePicture } from './encode-picture.ts'
import { hostChanges } from './host-changes.ts'
import { countUploadsSince, insertImage } from './images.sql.ts'

const MOST_UPLOADS_A_DAY = 100
const DAY_MS = 24 * 3600 * 1000

/**
 * Takes a picture from an account: checks it, re-encodes it and hands it to the image host; answers its URL. Refuses
 * what is no picture of ours (see encode-picture.ts) and the 101st picture within 24 hours. The same picture again,
 * by whomever, answers the same URL.
 */
export async function uploadImage(
  services: Pick<Services, 'db' | 'clock' | 'images'>,
  ownerId: string,
  bytes: Uint8Array,
): Promise<{ url: string }> {
  const since = new Date(services.clock.now().getTime() - DAY_MS)
  // Before the work, so that it is not done in vain; and again below, where parallel uploads are lined up.
  await requireUploadsLeft(services.db, ownerId, since)
  const outcome = await encodePicture(bytes)
  if (outcome.kind === 'refused') refuse(outcome.code, outcome.detail, [{ field: 'image', message: outcome.detail }])
  return hostChanges(async () => {
    const { url } = await services.images.store(outcome.picture)
    await services.db.transaction().execute(async (tx) => {
      await lockAccount(tx, ownerId)
      await requireUploadsLeft(tx, ownerId, since)
      await insertImage(tx, url, ownerId, services.clock.now())
    })
    return { url }
  })
}

async function requireUploadsLeft(db: Db, ownerId: string, since: Date): Promise<void> {
  if ((await countUploadsSince(db, ownerId, since)) >= MOST_UPLOADS_A_DAY)
    refuse('too_many_images', `You have uploaded ${MOST_UPLOADS_A_DAY} pictures today. Please go on tomorrow.`)
}
