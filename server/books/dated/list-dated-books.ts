import type { Services } from '#server/services.ts'
import {
  findDatedPart,
  listDatedRows,
  listDatedSellers,
  type DatedBook,
  type DatedSeller,
  type PartBounds,
  type PartStart,
} from './dated-books.sql.ts'

type ReadServices = Pick<Services, 'db'>
export type { PartBounds, PartStart }

/** Part of a list, by where it begins and where the next one does. */
export interface ListPart<Start> extends PartBounds<Start> {
  /** When the last of its pages changed. */
  changedAt: Date
}

/** All books for sale in parts of so many, one read for each part. */
export async function listBookParts({ db }: ReadServices, size: number): Promise<ListPart<PartStart>[]> {
  const parts: ListPart<PartStart>[] = []
  let from: PartStart | null = null
  do {
    const { start, changedAt, next } = await findDatedPart(db, from, size)
    if (start && changedAt) parts.push({ start, end: next, changedAt })
    from = next
  } while (from)
  return parts
}

export const listDatedBooks = ({ db }: ReadServices, of: PartBounds<PartStart>, most: number): Promise<DatedBook[]> =>
  listDatedRows(db, of, most)

/** All who have something for sale, in parts of so many. */
export async function listSellerParts({ db }: ReadServices, size: number): Promise<ListPart<string>[]> {
  const parts: ListPart<string>[] = []
  let from = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const sellers = await listDatedSellers(db, { start: from, end: null }, size + 1)
    const [first] = sellers
    if (!first) return parts
    const changedAt = new Date(Math.max(...sellers.slice(0, size).map((seller) => seller.changedAt.getTime())))
    const next = sellers[size]
    parts.push({ start: first.id, end: next?.id ?? null, changedAt })
    if (!next) return parts
    from = next.id
  }
}

export const listSellersFrom = ({ db }: ReadServices, of: PartBounds<string>, most: number): Promise<DatedSeller[]> =>
  listDatedSellers(db, of, most)
