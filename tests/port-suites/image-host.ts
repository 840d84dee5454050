import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IMAGE_WIDTHS } from '#contract/images/image-addresses.ts'
import type { EncodedPicture, ImageHost } from '#server/ports/image-host.ts'

export interface RunningImageHost {
  images: ImageHost
  /** Asks for a picture as a browser would; the address is as `store` answered it. */
  get: (url: string) => Promise<{ status: number; body: Buffer }>
  close: () => Promise<void>
}

/** A picture as the image pipeline hands it over; its bytes are marks, since a host never looks into them. */
export function anEncodedPicture(hash = randomBytes(32).toString('hex')): EncodedPicture {
  return {
    hash,
    variants: IMAGE_WIDTHS.flatMap((width) =>
      (['webp', 'avif'] as const).map((format) => ({
        width,
        format,
        bytes: Buffer.from(`${hash} ${width} ${format}`),
      })),
    ),
  }
}

/** What every image host has to do. */
export function imageHostSuite(name: string, start: () => Promise<RunningImageHost>): void {
  describe(`image host: ${name}`, () => {
    let host: RunningImageHost
    beforeAll(async () => {
      host = await start()
    })
    afterAll(() => host.close())

    test('keeps a picture and answers where its largest size is', async () => {
      const picture = anEncodedPicture()
      const { url } = await host.images.store(picture)
      expect(await host.get(url)).toEqual({ status: 200, body: Buffer.from(`${picture.hash} 1200 webp`) })
    })

    test('gives back a picture in a form that can be worked with, and nothing that it does not have', async () => {
      const picture = anEncodedPicture()
      const { url } = await host.images.store(picture)
      expect(Buffer.from((await host.images.read(url))!).toString()).toBe(`${picture.hash} 1200 webp`)
      await host.images.remove(url)
      expect(await host.images.read(url)).toBeNull()
      expect(await host.images.read('https://elsewhere.example.org/a.jpg')).toBeNull()
      expect(await host.images.read('/images/../../secret.txt')).toBeNull()
    })

    test('gives the same picture the same URL, also when it comes twice at once', async () => {
      const picture = anEncodedPicture()
      const stored = await Promise.all([1, 2, 3, 4].map(() => host.images.store(picture)))
      const again = await host.images.store(picture)
      expect(new Set([...stored, again].map(({ url }) => url)).size).toBe(1)
      expect((await host.get(again.url)).status).toBe(200)
    })

    test('keeps different pictures apart', async () => {
      const [one, other] = [anEncodedPicture(), anEncodedPicture()]
      const urls = [(await host.images.store(one)).url, (await host.images.store(other)).url]
      expect(urls[0]).not.toBe(urls[1])
      expect((await host.get(urls[0]!)).body.toString()).toContain(one.hash)
      expect((await host.get(urls[1]!)).body.toString()).toContain(other.hash)
    })

    test('forgets a picture, and takes it again', async () => {
      const picture = anEncodedPicture()
      const { url } = await host.images.store(picture)
      await host.images.remove(url)
      expect((await host.get(url)).status).toBe(404)
      await host.images.store(picture)
      expect((await host.get(url)).status).toBe(200)
    })

    test('does not mind being told to forget what it never had', async () => {
      const picture = anEncodedPicture()
      const { url } = await host.images.store(picture)
      await host.images.remove(url)
      await expect(host.images.remove(url)).resolves.toBeUndefined()
      await expect(host.images.remove('https://elsewhere.example.org/a.jpg')).resolves.toBeUndefined()
    })
  })
}
