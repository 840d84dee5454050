import { randomBytes } from 'node:crypto'
import { imageFile, IMAGES_BASE, IMAGE_WIDTHS } from '#contract/images/image-addresses.ts'
import type { ImageHost } from '#server/ports/image-host.ts'
import { getWhole, type Bucket } from './bucket.ts'

const FOLDER = 'pictures'
const FILES = IMAGE_WIDTHS.flatMap((width) => [`${width}.webp`, `${width}.avif`])
const FOR_EVER = 'public, max-age=31536000, immutable'

/** Larger than any file of a picture. */
const MOST_BYTES = 32 * 1024 * 1024

/**
 * Pictures in a bucket: `pictures/<hash>-<chance>/<width>.<format>`, another place for each storing. Browsers get them
 * from `publicUrl`, which leads to the bucket, or from the shop where that is null.
 */
export function s3Images(bucket: Bucket, publicUrl: string | null): ImageHost {
  const { endpoint, bucket: name } = bucket.settings
  const host = new URL(endpoint).host
  const isOurs = (address: string) => address.startsWith(`${FOLDER}/`)
  return {
    id: `s3:${host}/${name}`,
    name: `the object store at ${publicUrl === null ? host : new URL(publicUrl).host}`,
    sizes: 'all',
    publicAddress: publicUrl === null ? null : ({ address }, file) => `${publicUrl}/${address}/${file}`,
    origins: publicUrl === null ? {} : { img: [new URL(publicUrl).origin] },
    async store({ hash, variants }) {
      const address = `${FOLDER}/${hash}-${randomBytes(6).toString('hex')}`
      await Promise.all(
        variants.map(({ width, format, bytes }) =>
          bucket.put(`${address}/${width}.${format}`, bytes, {
            'content-type': `image/${format}`,
            'cache-control': FOR_EVER,
          }),
        ),
      )
      return { address, removal: null }
    },
    async read({ hash, address }, file) {
      if (!isOurs(address) || !imageFile(`${IMAGES_BASE}/${hash}/${file}`)) return null
      return getWhole(bucket, `${address}/${file}`, MOST_BYTES)
    },
    async remove({ address }) {
      if (isOurs(address)) for (const file of FILES) await bucket.remove(`${address}/${file}`)
    },
  }
}
