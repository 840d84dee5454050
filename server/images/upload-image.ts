import { dayBefore } from '#contract/duration.ts'
import { MOST_UPLOADS_A_DAY } from '#contract/images/image-limits.ts'
import type { Refuses } from '#contract/problems.ts'
import { lockAccount } from '#server/accounts/accounts.public.ts'
import { countTriesSince, insertImage, insertTry, lockImage } from './images.sql.ts'
import type { EncodedPicture } from '#server/ports/image-host.ts'
import type { Services } from '#server/services.ts'

type UploadServices = Pick<Services, 'db' | 'clock' | 'images'> &
  Refuses<'image_too_large' | 'image_unusable' | 'too_many_images' | 'too_many_requests'>

/**
 * Takes a picture from an account: checks it, re-encodes it and hands it to the image host; answers its URL. Refuses
 * what is no picture of ours (see encode-picture.ts), more pixels at once than `maySpend` allows, and the 101st try
 * within 24 hours, whatever became of the others. The same picture again, by whomever, answers the same URL.
 */
export async function uploadImage(
  services: UploadServices,
  accountId: string,
  bytes: Uint8Array,
  maySpend: (accountId: string, pixels: number) => boolean = () => true,
): Promise<{ url: string }> {
  await countTry(services, accountId)
  // What decodes pictures is loaded with the first one.
  const { encodePicture } = await import('./encode-picture.ts')
  const outcome = await encodePicture(bytes, { accountId, maySpend: (pixels) => maySpend(accountId, pixels) })
  if (outcome.kind === 'refused')
    services.refuse(outcome.code, outcome.detail, [{ field: 'image', message: outcome.detail }])
  return keepPicture(services, accountId, outcome.picture)
}

/**
 * Stores a picture together with its row. The same picture may be removed at this moment, here or by another program:
 * its files may go until the row is there, but not from then on (see remove-leaving.ts), so they are looked for once
 * more.
 */
async function keepPicture(
  { db, clock, images }: UploadServices,
  accountId: string,
  picture: EncodedPicture,
): Promise<{ url: string }> {
  const { url } = await images.store(picture)
  await db.transaction().execute(async (tx) => {
    await lockImage(tx, url)
    await insertImage(tx, url, accountId, clock.now())
  })
  if (!(await images.read(url))) await images.store(picture)
  return { url }
}

/** Before the work, because it is the work that counts. Parallel tries are lined up by the account's row. */
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
