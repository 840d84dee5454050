import { bookPath } from '#contract/books/book-path.ts'
import { countOf } from '#contract/wording.ts'
import type { Found } from '#server/backup/look-inside/find-rows.ts'
import type { PutBack } from '#server/books/put-back/put-back-listing.ts'
import type { EncodedPicture } from '#server/ports/image-host.ts'
import { showProgress } from '#tools/progress.ts'
import { withShop } from '#tools/with-shop.ts'
import { findListing } from './look.ts'
import type { RestoreCall } from './read-arguments.ts'
import { withCopy } from './with-copy.ts'

const VARIANT = /^(\d+)\.(webp|avif)$/

/** Brings a listing of a backup back into the shop, which may be running. */
export async function putBack({ file, listingId }: Extract<RestoreCall, { act: 'put back' }>): Promise<void> {
  await withShop('npm run restore', async (services, config) => {
    const { putBackListing } = await import('#server/books/put-back/put-back-listing.ts')
    const progress = showProgress('Reading the backup')
    const { book, madeAt, pictures } = await withCopy(config, file, (backup) =>
      findListing(backup, listingId, (done, total) => progress.update(done, total)),
    ).finally(() => progress.stop())
    const back = await putBackListing(services, { row: book, pictures: encoded(pictures), madeAt })
    for (const line of backWords(back, `${config.publicUrl}${bookPath({ id: listingId, title: back.title })}`))
      console.log(line)
    return 0
  })
}

/** Pictures of a backup as their host stores them, from the smallest to the largest. */
export function encoded(pictures: Found['pictures']): Map<string, EncodedPicture> {
  return new Map(
    Array.from(pictures, ([hash, files]) => {
      const variants = Array.from(files).flatMap(([name, bytes]) => {
        const [, width, format] = VARIANT.exec(name) ?? []
        return width ? [{ width: Number(width), format: format as 'webp' | 'avif', bytes }] : []
      })
      return [hash, { hash, variants: variants.toSorted((a, b) => a.width - b.width) }]
    }),
  )
}

const STATES: Record<PutBack['state'], string> = {
  'for sale': 'for sale again',
  paused: 'back, and paused: its seller can put it on sale under My Products',
  'taken down': 'back, and still taken down: the club decides',
}

const backWords = ({ title, state, lostPictures }: PutBack, address: string): string[] => [
  `“${title}” is ${STATES[state]}. Its page: ${address}`,
  ...(lostPictures > 0
    ? [`${countOf(lostPictures, 'picture')} of it can’t come back: neither this backup has the files nor the shop.`]
    : []),
]
