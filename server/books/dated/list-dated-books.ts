import type { Services } from '#server/services.ts'
import {
  listDatedRows,
  listDatedSellers,
  type DatedBook,
  type DatedSeller,
  type PartBounds,
} from './dated-books.sql.ts'
import { listPartRows, type PartKind, type PartRow } from './parts.sql.ts'

type ReadServices = Pick<Services, 'db'>
export type { PartRow }

/** Maximum entries in a part of the site map; a longer part is split within the hour. */
export const MOST_ENTRIES = 3000

/** Parts with entries, and the last one, which may have some by now. */
export async function listMapParts({ db }: ReadServices, kind: PartKind): Promise<PartRow[]> {
  return (await listPartRows(db, kind)).filter(({ entries, end }) => entries > 0 || end === null)
}

/** The books for sale of a part, the oldest first. */
export const listDatedBooks = ({ db }: ReadServices, of: PartBounds): Promise<DatedBook[]> =>
  listDatedRows(db, of, MOST_ENTRIES)

/** Sellers of a part with books for sale. */
export const listSellersOf = ({ db }: ReadServices, of: PartBounds): Promise<DatedSeller[]> =>
  listDatedSellers(db, of, MOST_ENTRIES)
