import { imageHash } from '#contract/images/image-addresses.ts'
import type { BackedUpRow } from '#server/backup/look-inside/copy-rows.ts'
import { findRows, type Found } from '#server/backup/look-inside/find-rows.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import type { WantedListings } from './read-arguments.ts'

type Progress = (done: number, total: number) => void

/** More than a club's largest seller has. */
const MOST_LISTINGS = 100_000

/** Listings of a backup that are to come back. Refuses ids and a seller that it lacks. */
export async function findWanted(
  file: string,
  wanted: WantedListings,
  progress: Progress,
): Promise<{ madeAt: Date; books: BackedUpRow[] }> {
  const isWanted = 'ids' in wanted ? ofIds(wanted.ids) : await ofSeller(file, wanted.seller, progress)
  const { opening, rows } = await findRows(
    file,
    { tables: { 'public.books': { isWanted } }, most: MOST_LISTINGS },
    progress,
  )
  const books = rows['public.books']!
  const missing = 'ids' in wanted ? wanted.ids.filter((id) => !books.some((book) => book.id === id)) : []
  if (missing.length > 0)
    throw new OperatorError(
      `The backup has no listing ${missing.join(', ')}. --find "words of its title" looks for it; or try an older backup.`,
    )
  return { madeAt: new Date(opening.madeAt), books }
}

const ofIds = (ids: readonly string[]) => (row: BackedUpRow) => ids.includes(row.id ?? '')

async function ofSeller(file: string, email: string, progress: Progress) {
  const isOpen = (row: BackedUpRow) => row.email === email && !row.closed_at
  const { rows } = await findRows(file, { tables: { 'public.accounts': { mark: email, isWanted: isOpen } } }, progress)
  const [seller] = rows['public.accounts']!
  if (!seller) throw new OperatorError(`The backup has no account ${email}.`)
  return (row: BackedUpRow) => row.seller_id === seller.id && !row.removed_at
}

/** The files of these listings' pictures. */
export async function findPictures(
  file: string,
  books: readonly BackedUpRow[],
  progress: Progress,
): Promise<Found['pictures']> {
  const hashes = books.flatMap(picturesOf).flatMap((url) => imageHash(url) ?? [])
  if (hashes.length === 0) return new Map()
  return (await findRows(file, { tables: {}, pictures: new Set(hashes) }, progress)).pictures
}

/** Addresses in the text form of an array, which quotes none of them. */
export const picturesOf = ({ images }: BackedUpRow): string[] =>
  (images ?? '{}').slice(1, -1).split(',').filter(Boolean)
