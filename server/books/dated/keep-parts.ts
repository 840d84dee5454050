import { tryLock } from '#server/database/advisory-locks.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { findBookAfter, listDatedSellers, sizeOfBooks, type PartBounds, type PartSize } from './dated-books.sql.ts'
import { MOST_ENTRIES } from './list-dated-books.ts'
import { insertPart, listPartRows, updatePart, type PartKind } from './parts.sql.ts'

/** Entries that stay in a part when it is split, with room to grow by half. */
const SPLIT_AT = 2000

/**
 * Updates size and change time of each part of the site map, and splits parts that are too long. Where a part begins
 * never changes, so that crawlers find old entries again. Safe at any time; does nothing while another process runs it.
 */
export async function keepMapParts({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await tryLock(tx, 'KEEPING_MAP_PARTS'))) return
    await keepParts(tx, 'books', { sizeOf: sizeOfBooks, findAfter: findBookAfter })
    await keepParts(tx, 'sellers', { sizeOf: sizeOfSellers, findAfter: findSellerAfter })
  })
}

interface PartReads {
  sizeOf: (db: Db, part: PartBounds, limit: number) => Promise<PartSize>
  findAfter: (db: Db, part: PartBounds, entries: number) => Promise<PartBounds['end']>
}

async function keepParts(tx: Tx, kind: PartKind, { sizeOf, findAfter }: PartReads): Promise<void> {
  const parts: (PartBounds & { id: number })[] = (await listPartRows(tx, kind)).toReversed()
  for (let part = parts.pop(); part; part = parts.pop()) {
    const { id, start, end } = part
    const isLong = (await sizeOf(tx, part, MOST_ENTRIES + 1)).entries > MOST_ENTRIES
    const next = isLong ? await findAfter(tx, part, SPLIT_AT) : null
    if (next) parts.push({ id: await insertPart(tx, kind, next), start: next, end })
    await updatePart(tx, id, await sizeOf(tx, { start, end: next ?? end }, MOST_ENTRIES))
  }
}

async function sizeOfSellers(db: Db, part: PartBounds, limit: number): Promise<PartSize> {
  const sellers = await listDatedSellers(db, part, limit)
  const latest = Math.max(...sellers.map(({ changedAt }) => changedAt.getTime()))
  return { entries: sellers.length, changedAt: sellers.length === 0 ? null : new Date(latest) }
}

async function findSellerAfter(db: Db, part: PartBounds, entries: number): Promise<PartBounds['end']> {
  const seller = (await listDatedSellers(db, part, entries + 1))[entries]
  return seller ? { id: seller.id, postedAt: '0' } : null
}
