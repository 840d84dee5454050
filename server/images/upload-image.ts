import { dayBefore } from '#contract/duration.ts'
import { MOST_UPLOADS_A_DAY } from '#contract/images/images.ts'
import type { Refuses } from '#contract/problems.ts'
import { lockAccount } from '#server/accounts/accounts.public.ts'
import { countTriesSince, insertImage, insertTry, lockImage } from './images.sql.ts'
import type { EncodedPicture } from '#server/ports/image-host.ts'
import type { Services } from '#server/services.ts'

type UploadServices = Pick<Services, 'db' | 'clock' | 'images'> &
  Refuses<'image_too_large' | 'image_unusable' | 'too_many_images' | 'too_many_requests'>

/**
 * Uploads a picture of an account: checks it, re-encodes it, stores it in the image host and returns its URL. Refuses
 * files that are no picture of ours (see encode-picture.ts), more pixels at once than `maySpend` allows, and the 101st
 * try within 24 hours, failed ones included. The same picture again, by any account, returns the same URL.
 */
export async function uploadImage(
  services: UploadServices,
  accountId: string,
  bytes: Uint8Array,
  maySpend: (accountId: string, pixels: number) => boolean = () => true,
): Promise<{ url: string }> {
  await countTry(services, accountId)
  // Lazy: decoders load with the first picture.
  const { encodePicture } = await import('./encode-picture.ts')
  const outcome = await encodePicture(bytes, { accountId, maySpend: (pixels) => maySpend(accountId, pixels) })
  if (outcome.kind === 'refused')
    services.refuse(outcome.code, outcome.detail, [{ field: 'image', message: outcome.detail }])
  return keepPicture(services, accountId, outcome.picture)
}

/**
 * Stores a picture together with its row. A concurrent removal, here or in another process, may delete its files until
 * the row is there (see remove-leaving.ts), so check for them again afterwards.
 */
export async function keepPicture(
  { db, clock, images }: Pick<Services, 'db' | 'clock' | 'images'>,
  accountId: string,
  picture: EncodedPicture,
): Promise<{ url: string }> {
  const { url } = await images.store(picture)
  await db.transaction().execute(async (tx) => {
    await lockImage(tx, url)
    await insertImage(tx, url, accountId, clock.now())
  })
  if (!(await images.has(url))) await images.store(picture)
  return { url }
}

/**
 * Counts a try before the work, because the work is what it limits. The account's row lock serialises parallel tries.
 */
async function countTry(services: UploadServices, accountId: string): Promise<void> {
  const now = services.clock.now()
  await services.db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    if ((await countTriesSince(tx, accountId, dayBefore(now))) >= MOST_UPLOADS_A_DAY)
      services.refuse(
        'too_many_images',
        `You have sent ${MOST_UPLOADS_A_DAY} pictures today. Please continue tomorrow.`,
      )
    await insertTry(tx, accountId, now)
  })
}
