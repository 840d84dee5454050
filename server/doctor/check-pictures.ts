import { randomBytes } from 'node:crypto'
import { IMAGE_WIDTHS } from '#contract/images/image-addresses.ts'
import type { EncodedPicture, ImageHost } from '#server/ports/image-host.ts'
import { fault, ok, type Finding } from '#server/ports/finding.ts'

const FILE = '320.webp'

/**
 * Writes a picture of a few bytes at the store that takes new ones, reads it and removes it again. Nothing refers to it,
 * and no browser sees it. For a host that can delete.
 */
export async function checkPictures({ name, store, read, remove }: ImageHost): Promise<Finding[]> {
  const picture = aPicture()
  const { address } = await store(picture)
  const place = { hash: picture.hash, address }
  try {
    const bytes = await read(place, FILE)
    if (!bytes || !picture.variants[0]!.bytes.every((byte, at) => byte === bytes[at]))
      return [fault(`${name} gave back other bytes than it was given.`, 'Look at its own log, and at its disk.')]
  } finally {
    await remove?.(place)
  }
  if (await read(place, FILE))
    return [fault(`${name} still has a picture that was removed.`, 'Let the shop delete there; turn versions off.')]
  return [ok(`A picture was written to ${name}, read and removed.`)]
}

/** Every file of a picture, as bytes of chance: hosts look into none. */
function aPicture(): EncodedPicture {
  const variants = IMAGE_WIDTHS.flatMap((width) =>
    (['webp', 'avif'] as const).map((format) => ({ width, format, bytes: randomBytes(64) })),
  )
  return { hash: randomBytes(32).toString('hex'), variants }
}
