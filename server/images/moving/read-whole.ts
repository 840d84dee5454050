import { IMAGE_WIDTHS, imageAddress, LARGEST_FILE } from '#contract/images/image-addresses.ts'
import type { EncodedPicture } from '#server/ports/image-host.ts'
import type { Services } from '#server/services.ts'

type Variant = EncodedPicture['variants'][number]

/**
 * Reads a picture with all sizes that the present host has, from wherever it lies; sizes that its place doesn't have are
 * made from the largest, which stays byte for byte. Null where its place has lost it.
 */
export async function readWhole({ images }: Pick<Services, 'images'>, hash: string): Promise<EncodedPicture | null> {
  const folder = imageAddress(hash)?.slice(0, -LARGEST_FILE.length)
  const bytes = folder === undefined ? null : await images.read(folder + LARGEST_FILE)
  if (folder === undefined || !bytes) return null
  const largest: Variant = { width: 1200, format: 'webp', bytes }
  if (images.hosts.present.sizes === 'one') return { hash, variants: [largest] }
  const variants: Variant[] = []
  for (const width of IMAGE_WIDTHS)
    for (const format of ['webp', 'avif'] as const) {
      const found = isLargest({ width, format }) ? bytes : await images.read(`${folder}${width}.${format}`)
      if (!found) return { hash, variants: await makeSizes(largest) }
      variants.push({ width, format, bytes: found })
    }
  return { hash, variants }
}

const isLargest = ({ width, format }: Pick<Variant, 'width' | 'format'>) => `${width}.${format}` === LARGEST_FILE

async function makeSizes(largest: Variant): Promise<Variant[]> {
  // Lazy: decoders load with the first picture.
  const { encodePicture } = await import('../encode-picture.ts')
  const outcome = await encodePicture(largest.bytes)
  if (outcome.kind === 'refused') return [largest]
  return outcome.picture.variants.map((variant) => (isLargest(variant) ? largest : variant))
}
