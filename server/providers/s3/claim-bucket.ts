import { getWhole, type Bucket } from './bucket.ts'

/** Object with the id of the shop that the bucket is for: a shop deletes exports and backups that it doesn't know. */
const MARK = 'dogear-shop'
const MOST_BYTES = 1024

/**
 * Marks a bucket as this shop's, unless it has a mark; false where that is another shop's. Rejects with ProviderError.
 * Safe to repeat.
 */
export async function claimBucket(bucket: Bucket, shopId: string): Promise<boolean> {
  const mark = await getWhole(bucket, MARK, MOST_BYTES)
  if (mark) return mark.toString('utf8') === shopId
  await bucket.put(MARK, Buffer.from(shopId), { 'content-type': 'text/plain' })
  return true
}
