import { fault, ok, type Finding } from '#server/ports/finding.ts'
import type { Bucket } from './bucket.ts'
import { readMark } from './claim-bucket.ts'

/**
 * Asks an object store whether the key may use the bucket, and whose it is by its mark. `shopId`: the shop of these
 * settings, null before its first start. Writes nothing. Rejects with ProviderError while the store is away.
 */
export async function examineBucket(bucket: Bucket, shopId: string | null): Promise<Finding[]> {
  const trouble = await bucket.check()
  if (trouble) return [fault(trouble.words, 'docs/services.md says how a bucket and its key are set up.')]
  const { endpoint, bucket: name } = bucket.settings
  return [ok(`The object store at ${new URL(endpoint).host} lists the bucket ${name}.`), await markOf(bucket, shopId)]
}

async function markOf(bucket: Bucket, shopId: string | null): Promise<Finding> {
  const { bucket: name } = bucket.settings
  const mark = await readMark(bucket)
  if (mark === null) return ok(`The bucket ${name} has no mark yet: the next start makes it this shop’s.`)
  if (mark === shopId) return ok(`The bucket ${name} has this shop’s mark.`)
  return fault(
    shopId === null
      ? `The bucket ${name} is marked as a shop’s, and there is none here yet.`
      : `The bucket ${name} is marked as another shop’s.`,
    'Name a bucket of its own in S3_BUCKET, or take that shop back from a backup. If no other shop uses it, because the keys of this one were lost, delete the object dogear-shop in it.',
  )
}
