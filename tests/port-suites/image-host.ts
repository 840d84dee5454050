import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IMAGE_WIDTHS, LARGEST_FILE } from '#contract/images/image-addresses.ts'
import type { EncodedPicture, ImageHost, PicturePlace } from '#server/ports/image-host.ts'
import { ProviderError } from '#server/ports/provider-error.ts'

export interface RunningImageHost {
  host: ImageHost
  /** The same host where it can't be reached; null for one without a network. */
  unreachable: ImageHost | null
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

/** What a host lacks, as its port says; the suite is told beforehand, so that a skipped test says why. */
export interface Abilities {
  hasSizes: boolean
  deletes: boolean
  hasAddresses: boolean
}

/** What every image host has to do. */
export function imageHostSuite(
  name: string,
  { hasSizes, deletes, hasAddresses }: Abilities,
  start: () => Promise<RunningImageHost>,
): void {
  describe(`image host: ${name}`, () => {
    let running: RunningImageHost
    beforeAll(async () => {
      running = await start()
    })
    afterAll(() => running?.close())

    const store = async (picture: EncodedPicture): Promise<PicturePlace> => ({
      hash: picture.hash,
      address: (await running.host.store(picture)).address,
    })
    const textOf = async (place: PicturePlace, file = LARGEST_FILE) =>
      Buffer.from((await running.host.read(place, file)) ?? []).toString()

    test('says truly what it can do', () => {
      const { sizes, remove, publicAddress } = running.host
      expect([sizes === 'all', remove !== null, publicAddress !== null]).toEqual([hasSizes, deletes, hasAddresses])
    })

    test('gives back a picture in a form that can be worked with, and nothing that it does not have', async () => {
      const picture = anEncodedPicture()
      const place = await store(picture)
      expect(await textOf(place)).toBe(`${picture.hash} 1200 webp`)
      const { host } = running
      expect(await host.read(place, '100.webp')).toBeNull()
      expect(await host.read(place, '../../secret.txt')).toBeNull()
      expect(await host.read({ hash: '0'.repeat(64), address: '' }, LARGEST_FILE)).toBeNull()
      const elsewhere = { hash: '0'.repeat(64), address: 'https://elsewhere.example.org/a.jpg' }
      expect(await host.read(elsewhere, LARGEST_FILE)).toBeNull()
    })

    test('keeps different pictures apart, and the same one that comes twice at once', async () => {
      const [one, other] = [anEncodedPicture(), anEncodedPicture()]
      const places = await Promise.all([store(one), store(other), store(one), store(one)])
      expect(await Promise.all(places.map((place) => textOf(place)))).toEqual(
        [one, other, one, one].map(({ hash }) => `${hash} 1200 webp`),
      )
    })

    test.skipIf(!hasSizes)(`has every size${hasSizes ? '' : ' (skipped: it has one size)'}`, async () => {
      const picture = anEncodedPicture()
      const place = await store(picture)
      for (const { width, format } of picture.variants)
        expect(await textOf(place, `${width}.${format}`)).toBe(`${picture.hash} ${width} ${format}`)
    })

    test.skipIf(!deletes)(
      `forgets a picture, and takes it again${deletes ? '' : ' (skipped: only a person can delete there)'}`,
      async () => {
        const picture = anEncodedPicture()
        const place = await store(picture)
        const { remove } = running.host
        await remove?.(place)
        expect(await textOf(place)).toBe('')
        await remove?.(place)
        expect(await textOf(await store(picture))).toBe(`${picture.hash} 1200 webp`)
      },
    )

    test.skipIf(deletes)(
      `says where a person can delete a picture${deletes ? ' (skipped: it deletes by itself)' : ''}`,
      async () => {
        const picture = anEncodedPicture()
        const { address, removal } = await running.host.store(picture)
        await fetch(removal!)
        expect(await textOf({ hash: picture.hash, address })).not.toBe('')
        await fetch(removal!, { method: 'POST' })
        expect(await textOf({ hash: picture.hash, address })).toBe('')
      },
    )

    test.skipIf(!hasAddresses)(
      `lets browsers get a picture from itself${hasAddresses ? '' : ' (skipped: the shop serves its pictures)'}`,
      async () => {
        const picture = anEncodedPicture()
        const place = await store(picture)
        for (const file of hasSizes ? ['320.avif', LARGEST_FILE] : [LARGEST_FILE]) {
          const answer = await fetch(running.host.publicAddress!(place, file))
          expect(await answer.text()).toBe(`${picture.hash} ${file.replace('.', ' ')}`)
        }
      },
    )

    test('rejects as an outage while it can’t be reached', async () => {
      const { unreachable } = running
      if (!unreachable) return
      await expect(unreachable.store(anEncodedPicture())).rejects.toBeInstanceOf(ProviderError)
    })
  })
}
