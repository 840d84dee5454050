import sharp from 'sharp'

/** A small real picture, different each time. */
export function aPicture(format: 'png' | 'jpeg' | 'webp' = 'png'): Promise<Uint8Array<ArrayBuffer>> {
  const colour = { r: random(), g: random(), b: random() }
  return sharp({ create: { width: 40, height: 60, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer()
    .then((bytes) => new Uint8Array(bytes))
}

const random = () => Math.floor(Math.random() * 256)
