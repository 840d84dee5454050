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

/** What a part of the site map has at most; one that has more is split within the hour. */
export const MOST_ENTRIES = 3000

/** The parts that have something, and the last one, which may have by now. */
export async function listMapParts({ db }: ReadServices, kind: PartKind): Promise<PartRow[]> {
  return (await listPartRows(db, kind)).filter(({ entries, end }) => entries > 0 || end === null)
}

/** The books for sale of a part, the oldest first. */
export const listDatedBooks = ({ db }: ReadServices, of: PartBounds): Promise<DatedBook[]> =>
  listDatedRows(db, of, MOST_ENTRIES)

/** Who of a part has something for sale. */
export const listSellersOf = ({ db }: ReadServices, of: PartBounds): Promise<DatedSeller[]> =>
  listDatedSellers(db, of, MOST_ENTRIES)
