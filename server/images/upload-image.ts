import { refuse } from '#contract/problems.ts'
import { lockAccount } from '#server/accounts/accounts.public.ts'
import { countTriesSince, insertImage, insertTry } from './images.sql.ts'
import type { Services } from '#server/services.ts'
import { encodePicture } from './encode-picture.ts'
import { hostChanges } from './host-changes.ts'

const MOST_TRIES_A_DAY = 100
const DAY_MS = 24 * 3600 * 1000

type UploadServices = Pick<Services, 'db' | 'clock' | 'images'>

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
  const outcome = await encodePicture(bytes, { accountId, maySpend: (pixels) => maySpend(accountId, pixels) })
  if (outcome.kind === 'refused') refuse(outcome.code, outcome.detail, [{ field: 'image', message: outcome.detail }])
  return hostChanges(async () => {
    const { url } = await services.images.store(outcome.picture)
    await insertImage(services.db, url, accountId, services.clock.now())
    return { url }
  })
}

/** Before the work, because it is the work that counts. Parallel tries are lined up by the account's row. */
async function countTry({ db, clock }: UploadServices, accountId: string): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    if ((await countTriesSince(tx, accountId, new Date(now.getTime() - DAY_MS))) >= MOST_TRIES_A_DAY)
      refuse('too_many_images', `You have sent ${MOST_TRIES_A_DAY} pictures today. Please continue tomorrow.`)
    await insertTry(tx, accountId, now)
  })
}
