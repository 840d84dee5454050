import { deflateSync, crc32 } from 'node:zlib'
import sharpOutside from 'sharp'
import { describe, expect, test } from 'vitest'
import { encodePicture, type PictureOutcome } from './encode-picture.ts'
import { openSharp } from './sharp.ts'

const photo = (width: number, height: number) =>
  sharpOutside({
    create: { width, height, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })

/** A picture whose left half is red and whose right half is blue. */
const redLeftBlueRight = (width: number, height: number) =>
  sharpOutside({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    {
      input: {
        create: { width: Math.floor(width / 2), height, channels: 3, background: '#ff0000' },
      },
      left: 0,
      top: 0,
    },
  ])

/** AVIF is written and never read by the shop itself, so its decoder is opened for the look alone. */
async function readBack(bytes: Uint8Array) {
  const avif = { operation: ['VipsForeignLoadHeifBuffer'] }
  sharpOutside.unblock(avif)
  try {
    return await sharpOutside(Buffer.from(bytes)).metadata()
  } finally {
    sharpOutside.block(avif)
  }
}

function accepted(outcome: PictureOutcome) {
  if (outcome.kind !== 'picture') throw new Error(outcome.detail)
  return outcome
}

async function sizes(outcome: PictureOutcome) {
  const lines: string[] = []
  for (const { width, format, bytes } of accepted(outcome).picture.variants) {
    const read = await readBack(bytes)
    lines.push(`${width}.${format}: ${read.width}x${read.height} ${read.mediaType}`)
  }
  return lines
}

describe('a picture that we take', () => {
  test('comes out in three widths, in WebP and AVIF', async () => {
    const outcome = await encodePicture(await photo(1500, 2000).jpeg().toBuffer())
    expect(await sizes(outcome)).toEqual([
      '320.webp: 320x427 image/webp',
      '320.avif: 320x427 image/avif',
      '640.webp: 640x853 image/webp',
      '640.avif: 640x853 image/avif',
      '1200.webp: 1200x1600 image/webp',
      '1200.avif: 1200x1600 image/avif',
    ])
    expect(outcome).toMatchObject({ kind: 'picture', width: 1200, height: 1600 })
    expect(accepted(outcome).picture.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is never enlarged, and still has all its files', async () => {
    const outcome = await encodePicture(await photo(500, 700).png().toBuffer())
    expect(await sizes(outcome)).toEqual([
      '320.webp: 320x448 image/webp',
      '320.avif: 320x448 image/avif',
      '640.webp: 500x700 image/webp',
      '640.avif: 500x700 image/avif',
      '1200.webp: 500x700 image/webp',
      '1200.avif: 500x700 image/avif',
    ])
  })

  test('may be a single pixel, or a strip', async () => {
    expect(accepted(await encodePicture(await photo(1, 1).png().toBuffer()))).toMatchObject({ width: 1, height: 1 })
    expect(accepted(await encodePicture(await photo(90, 9000).png().toBuffer()))).toMatchObject({ height: 3600 })
    expect(accepted(await encodePicture(await photo(9000, 90).webp().toBuffer()))).toMatchObject({ width: 1200 })
  })

  test('gets the same name for the same bytes, and another for others', async () => {
    const bytes = await photo(400, 600).jpeg().toBuffer()
    const [one, two, other] = await Promise.all([
      encodePicture(bytes),
      encodePicture(bytes),
      encodePicture(await redLeftBlueRight(400, 600).png().toBuffer()),
    ])
    expect(accepted(one).picture.hash).toBe(accepted(two).picture.hash)
    expect(accepted(one).picture.hash).not.toBe(accepted(other).picture.hash)
  })

  test('loses where and with what it was taken', async () => {
    const bytes = await photo(400, 600)
      .withExif({
        IFD0: { Make: 'Camera of a seller', Copyright: 'A seller' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">home address</x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    expect(bytes.includes('Camera of a seller') && bytes.includes('home address')).toBe(true)
    for (const { bytes: encoded } of accepted(await encodePicture(bytes)).picture.variants) {
      const read = await readBack(encoded)
      expect([read.exif, read.xmp, read.iptc, read.icc]).toEqual([undefined, undefined, undefined, undefined])
      expect(Buffer.from(encoded).includes('Camera of a seller')).toBe(false)
    }
  })

  test('stands upright however the camera was held', async () => {
    // 6: the camera was turned clockwise; shown upright, the left side is on top.
    const bytes = await redLeftBlueRight(600, 400).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const { picture, width, height } = accepted(await encodePicture(bytes))
    expect([width, height]).toEqual([400, 600])
    const { data, info } = await sharpOutside(Buffer.from(picture.variants.at(-2)!.bytes))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const redAt = (y: number) => data[(y * info.width + 200) * info.channels]!
    expect(redAt(50)).toBeGreaterThan(200)
    expect(redAt(550)).toBeLessThan(50)
  })

  test('may be grey, of sixteen bits, for print, or see-through', async () => {
    const inputs = [
      photo(300, 300).toColourspace('b-w').png(),
      photo(300, 300).toColourspace('rgb16').png(),
      photo(300, 300).toColourspace('cmyk').jpeg(),
      sharpOutside({ create: { width: 300, height: 300, channels: 4, background: '#00000000' } }).png(),
    ]
    for (const input of inputs) {
      const { picture } = accepted(await encodePicture(await input.toBuffer()))
      expect(await readBack(picture.variants[0]!.bytes)).toMatchObject({ space: 'srgb', channels: 3, hasAlpha: false })
    }
    const { picture } = accepted(await encodePicture(await inputs[3]!.toBuffer()))
    const { dominant } = await sharpOutside(Buffer.from(picture.variants[0]!.bytes)).stats()
    expect(dominant.r).toBeGreaterThan(240)
  })

  test('gives its first frame when it moves', async () => {
    const frame = (background: string) =>
      sharpOutside({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer()
    const frames = await Promise.all([frame('#ff0000'), frame('#0000ff')])
    const moving = await sharpOutside(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer()
    expect(moving.includes('ANIM')).toBe(true)
    const { picture, height } = accepted(await encodePicture(moving))
    expect(height).toBe(40)
    const { dominant } = await sharpOutside(Buffer.from(picture.variants[0]!.bytes)).stats()
    expect(dominant.r).toBeGreaterThan(200)
  })
})

describe('a file that we refuse', () => {
  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>', 'SVG drawing'],
    ['an SVG behind a prologue', '\uFEFF<?xml version="1.0"?>\n<!-- x --><svg width="10" height="10"/>', 'SVG drawing'],
    ['a web page', '<!doctype html><script>alert(1)</script>', 'isn’t a picture'],
    ['a PDF', '%PDF-1.7\n', 'PDF'],
    ['a GIF', 'GIF89a\x01\x00\x01\x00', 'GIF'],
    ['a HEIC photo', '\x00\x00\x00\x18ftypheic', 'HEIC'],
    ['a text', 'This is my book, you would love it.', 'isn’t a picture'],
    ['nothing', '', 'empty'],
  ])('is %s', async (_name, text, words) => {
    const outcome = await encodePicture(Buffer.from(text))
    expect(outcome).toMatchObject({ kind: 'refused', code: 'image_unusable' })
    expect(outcome).toHaveProperty('detail', expect.stringContaining(words))
    expect(outcome).toHaveProperty('detail', expect.stringContaining('JPEG, PNG or WebP'))
  })

  test('is a real GIF, and a real AVIF', async () => {
    for (const bytes of [await photo(20, 20).gif().toBuffer(), await photo(20, 20).avif().toBuffer()])
      expect(await encodePicture(bytes)).toMatchObject({ kind: 'refused', code: 'image_unusable' })
  })

  test('is cut off, at any place', async () => {
    for (const whole of [await photo(800, 800).jpeg().toBuffer(), await photo(800, 800).png().toBuffer()]) {
      for (const share of [0.001, 0.1, 0.5, 0.95]) {
        const outcome = await encodePicture(whole.subarray(0, Math.ceil(whole.length * share)))
        expect(outcome).toMatchObject({ kind: 'refused', code: 'image_unusable' })
        expect(outcome).toHaveProperty('detail', expect.stringContaining('damaged or incomplete'))
      }
    }
  })

  test('only pretends to be a JPEG', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<svg width="9" height="9"/>')])
    expect(await encodePicture(bytes)).toMatchObject({ kind: 'refused', code: 'image_unusable' })
  })

  test('has more than 10 MB', async () => {
    const outcome = await encodePicture(Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))
    expect(outcome).toMatchObject({ kind: 'refused', code: 'image_too_large' })
    expect(outcome).toHaveProperty('detail', expect.stringContaining('10 MB'))
  })

  test('is a bomb: 30,000 by 30,000 pixels in a hundred kilobytes', async () => {
    const bomb = blankPng(30_000, 30_000)
    expect(bomb.length).toBeLessThan(200_000)
    const before = process.memoryUsage().rss
    const outcome = await encodePicture(bomb)
    expect(outcome).toMatchObject({ kind: 'refused', code: 'image_too_large' })
    expect(outcome).toHaveProperty('detail', expect.stringContaining('40 megapixels'))
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
  })
})

test('a strip of forty million pixels in a row is refused by the size it announces', async () => {
  for (const strip of [blankPng(40_000_000, 1), blankPng(1, 16_385)])
    expect(await encodePicture(strip)).toEqual({
      kind: 'refused',
      code: 'image_too_large',
      detail: 'This picture is longer than 16,384 pixels on one side. Please choose a smaller one.',
    })
})

test('no other decoder can be reached, not even by our own code', async () => {
  for (const bytes of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'),
    await photo(20, 20).gif().toBuffer(),
    await photo(20, 20).tiff().toBuffer(),
    await photo(20, 20).avif().toBuffer(),
  ])
    await expect(openSharp()(bytes).png().toBuffer()).rejects.toThrow('unsupported image format')
})

/** A valid PNG of one bit per pixel. */
function blankPng(width: number, height: number): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(body.length, 0)
    frame.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
