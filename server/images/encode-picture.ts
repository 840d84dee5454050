import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { MOST_IMAGE_BYTES } from '#contract/images/images.ts'
import { IMAGE_WIDTHS } from '#contract/images/image-addresses.ts'
import type { EncodedPicture } from '#server/ports/image-host.ts'
import { refusedKind } from './picture-kinds.ts'
import { fairQueue, queue } from './queue.ts'
import { openSharp } from './sharp.ts'

const MOST_PIXELS = 40_000_000
/** A strip of few pixels in all may still take long to unpack. */
const LONGEST_SIDE = 16_384
/** Maximum ratio of height to width; a taller strip is made narrower. */
const TALLEST = 3
const LARGEST_WIDTH = Math.max(...IMAGE_WIDTHS)
const DECODING_SECONDS = 20

/**
 * Concurrency limit: one picture at a time, fair between accounts, with two encodings of it at once, so that uploads
 * don't starve the shop.
 */
const pictures = fairQueue(1)
const encodings = queue(Math.min(2, availableParallelism()))

export type PictureOutcome =
  | { kind: 'picture'; picture: EncodedPicture; width: number; height: number }
  | { kind: 'refused'; code: 'image_too_large' | 'image_unusable' | 'too_many_requests'; detail: string }

/** The account in whose turn the picture is processed, and its pixel budget. */
export interface Turn {
  accountId: string
  maySpend(pixels: number): boolean
}
const ownTurn: Turn = { accountId: '', maySpend: () => true }

/**
 * Re-encodes a stranger's file into a picture that is safe to serve: JPEG, PNG or WebP only, turned upright, without
 * metadata, in WebP and AVIF at the widths of IMAGE_WIDTHS. Never enlarges: a smaller original has all the files, at
 * its own width. `width` and `height` are the largest file's, in pixels. Deterministic. Of an animation it takes the
 * first frame.
 */
export async function encodePicture(bytes: Uint8Array, turn: Turn = ownTurn): Promise<PictureOutcome> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length > MOST_IMAGE_BYTES) return tooLarge('This picture is too large. The limit is 10 MB.')
  const wrongKind = refusedKind(file)
  if (wrongKind) return unusable(wrongKind)
  return pictures(turn.accountId, async () => {
    const pixels = await decode(file, turn)
    if ('kind' in pixels) return pixels
    const { width, height } = pixels.info
    return { kind: 'picture', picture: await encode(pixels), width, height }
  })
}

interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

async function decode(
  file: Buffer,
  { maySpend }: Turn,
): Promise<Pixels | Extract<PictureOutcome, { kind: 'refused' }>> {
  const sharp = openSharp()
  try {
    // Reads the header alone: a bomb is recognised by the size it announces, before a pixel is unpacked.
    const { width, height } = await sharp(file, { limitInputPixels: false }).metadata()
    if (width * height > MOST_PIXELS)
      return tooLarge('This picture has more than 40 megapixels. Please choose a smaller one.')
    if (Math.max(width, height) > LONGEST_SIDE)
      return tooLarge('This picture is longer than 16,384 pixels on one side. Please choose a smaller one.')
    if (!maySpend(width * height)) return tooMany
    return await sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .timeout({ seconds: DECODING_SECONDS })
      .autoOrient()
      .resize(boxOf(LARGEST_WIDTH))
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch {
    return unusable('This picture is damaged or incomplete. Please choose another one.')
  }
}

async function encode({ data, info }: Pixels): Promise<EncodedPicture> {
  const sharp = openSharp()
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const encodeOnce = (target: number, format: 'webp' | 'avif') =>
    encodings(() => {
      const resized = sharp(data, { raw }).resize(boxOf(target))
      return (
        format === 'webp' ? resized.webp({ quality: 80, effort: 2 }) : resized.avif({ quality: 52, effort: 1 })
      ).toBuffer()
    })
  // A width that doesn't shrink the picture reuses the next larger file.
  const shrinks = (target: number) => info.width > target || info.height > target * TALLEST
  const targets = [...new Set(IMAGE_WIDTHS.map((width) => (shrinks(width) ? width : LARGEST_WIDTH)))].toReversed()
  const files = new Map(
    (['avif', 'webp'] as const).flatMap((format) =>
      targets.map((target) => [`${target}.${format}`, encodeOnce(target, format)] as const),
    ),
  )
  const variants = await Promise.all(
    IMAGE_WIDTHS.flatMap((width) =>
      (['webp', 'avif'] as const).map(async (format) => {
        const bytes = await files.get(`${shrinks(width) ? width : LARGEST_WIDTH}.${format}`)
        return { width, format, bytes: bytes! }
      }),
    ),
  )
  const largest = variants.find(({ width, format }) => width === LARGEST_WIDTH && format === 'webp')!
  return { hash: createHash('sha256').update(largest.bytes).digest('hex'), variants }
}

const boxOf = (width: number) => ({ width, height: width * TALLEST, fit: 'inside', withoutEnlargement: true }) as const

const tooLarge = (detail: string) => ({ kind: 'refused', code: 'image_too_large', detail }) as const
const tooMany = {
  kind: 'refused',
  code: 'too_many_requests',
  detail: 'That’s a lot of pictures at once. Please wait a minute and send this one again.',
} as const
const unusable = (detail: string) => ({ kind: 'refused', code: 'image_unusable', detail }) as const
