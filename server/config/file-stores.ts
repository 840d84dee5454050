import { z } from 'zod'
import { webUrl, withoutPath } from './rules.ts'

/** What an object store may keep. */
const S3_KEPT = ['pictures', 'exports', 'backups'] as const
type S3Kept = (typeof S3_KEPT)[number]
const s3Keeps = z.string().transform((text, context): S3Kept[] => {
  const words = text.split(',').map((word) => word.trim())
  if (words.length === 1 && words[0] === 'nothing') return []
  const kept = S3_KEPT.filter((one) => words.includes(one))
  if (kept.length !== words.length)
    context.issues.push({
      code: 'custom',
      input: text,
      message: 'must be some of pictures, exports, backups; or nothing',
    })
  return kept
})
const bucketName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    "must be a bucket's name: 3 to 63 small letters, digits, dots and hyphens",
  )

const imgbbKey = z
  .string()
  .regex(/^[0-9a-f]{32}$/i, "must be imgbb's API key: 32 letters and digits, from https://api.imgbb.com")

/** Settings of what keeps files outside the data folder. */
export const fileStores = {
  IMGBB_API_KEY: {
    rule: imgbbKey,
    what: 'Pictures are kept by imgbb, by its API key, in one size; it deletes none by itself ([what that means](services.md#imgbb)).',
    otherwise: 'pictures are kept in `DATA_DIR`',
    secret: 'all',
  },
  S3_ENDPOINT: {
    rule: withoutPath('https://s3.eu-central-1.amazonaws.com: S3_BUCKET names the bucket'),
    what: 'An object store with S3’s wire, with the next four: its address, without the bucket, such as `https://s3.eu-central-1.amazonaws.com` ([how to set it up](services.md#s3-and-its-kin)).',
    otherwise: 'files are kept in `DATA_DIR`',
  },
  S3_BUCKET: { rule: bucketName, what: 'The bucket, which is there already.' },
  S3_REGION: {
    rule: z.string().min(1),
    what: 'Its region; `garage` or the like in stores of one’s own.',
  },
  S3_ACCESS_KEY_ID: { rule: z.string().min(1), what: 'A key that may list, read, write and delete in it.' },
  S3_SECRET_ACCESS_KEY: { rule: z.string().min(1), what: 'The secret of that key.', secret: 'all' },
  S3_KEEPS: {
    rule: s3Keeps,
    what: 'What goes there: some of `pictures`, `exports` and `backups`, with commas; `nothing` while pictures are moved away.',
    otherwise: '`pictures`',
  },
  S3_PUBLIC_URL: {
    rule: webUrl,
    what: 'Where browsers get pictures from the bucket; it then holds nothing else.',
    otherwise: 'the shop serves them',
  },
} as const
