import { getWhole, type Bucket } from './bucket.ts'

/** Object with the id of the shop that the bucket is for: a shop deletes exports and backups that it doesn't know. */
const MARK = 'dogear-shop'
const MOST_BYTES = 1024

/** The id of the shop that the bucket is marked as; null for none. Rejects with ProviderError. */
export async function readMark(bucket: Bucket): Promise<string | null> {
  return (await getWhole(bucket, MARK, MOST_BYTES))?.toString('utf8') ?? null
}

/**
 * Marks a bucket as this shop's, unless it has a mark; false where that is another shop's. Rejects with ProviderError.
 * Safe to repeat.
 */
export async function claimBucket(bucket: Bucket, shopId: string): Promise<boolean> {
  const mark = await readMark(bucket)
  if (mark !== null) return mark === shopId
  await bucket.put(MARK, Buffer.from(shopId), { 'content-type': 'text/plain' })
  return true
}
