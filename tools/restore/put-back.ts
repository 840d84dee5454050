import { bookPath } from '#contract/books/book-path.ts'
import { Refusal } from '#contract/problems.ts'
import { countOf } from '#contract/wording.ts'
import type { BackedUpRow } from '#server/backup/look-inside/copy-rows.ts'
import type { Found } from '#server/backup/look-inside/find-rows.ts'
import type { BackedUpListing, PutBack } from '#server/books/put-back/put-back-listing.ts'
import type { Config } from '#server/config.ts'
import type { EncodedPicture } from '#server/ports/image-host.ts'
import type { Services } from '#server/services.ts'
import { showProgress } from '#tools/progress.ts'
import { withShop } from '#tools/with-shop.ts'
import { findPictures, findWanted } from './find-wanted.ts'
import type { RestoreCall } from './read-arguments.ts'
import { withCopy } from './with-copy.ts'

const VARIANT = /^(\d+)\.(webp|avif)$/

/** Listings whose pictures are in memory together. */
const AT_ONCE = 25

/**
 * Brings listings of a backup back into the shop, which may be running. One that is refused is named, and the others go
 * on; of a seller's those are left out that the shop has. The exit code is 1 where none came back, 2 where some didn't.
 */
export async function putBack({ file, wanted }: Extract<RestoreCall, { act: 'put back' }>): Promise<void> {
  await withShop('npm run restore', (services, config) =>
    withCopy(config, file, async (backup) => {
      const progress = showProgress('Reading the backup')
      const onProgress = (done: number, total: number) => progress.update(done, total)
      const counts = { back: 0, refused: 0 }
      try {
        const { books, madeAt } = await findWanted(backup, wanted, onProgress)
        const missing = 'ids' in wanted ? books : await withoutThose(services, books)
        for (let at = 0; at < missing.length; at += AT_ONCE) {
          const some = missing.slice(at, at + AT_ONCE)
          const pictures = encoded(await findPictures(backup, some, onProgress))
          progress.stop()
          for (const row of some)
            counts[(await putBackOne(services, config, { row, pictures, madeAt })) ? 'back' : 'refused'] += 1
        }
        if (books.length > 1 || missing.length === 0)
          console.log(
            `${counts.back} brought back, ${counts.refused} refused, ${books.length - missing.length} are here.`,
          )
      } finally {
        progress.stop()
      }
      if (counts.refused === 0) return 0
      return counts.back === 0 ? 1 : 2
    }),
  )
}

/** Those listings that the shop doesn't have. */
async function withoutThose(services: Services, books: readonly BackedUpRow[]): Promise<BackedUpRow[]> {
  const { findMissing } = await import('#server/books/put-back/find-missing.ts')
  const missing = await findMissing(
    services,
    books.map(({ id }) => id!),
  )
  return books.filter(({ id }) => missing.has(id!))
}

/** Brings one back and says so; false where it is refused, which it says as well. */
async function putBackOne(services: Services, { publicUrl }: Config, listing: BackedUpListing): Promise<boolean> {
  const { putBackListing } = await import('#server/books/put-back/put-back-listing.ts')
  const { id, title } = listing.row
  try {
    const back = await putBackListing(services, listing)
    for (const line of backWords(back, `${publicUrl}${bookPath({ id: id!, title: back.title })}`)) console.log(line)
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(`“${title}”: ${error.message}`)
    return false
  }
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
