import type { Refuses } from '#contract/problems.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import type { Services } from '#server/services.ts'
import { findOwnIds, insertImport, insertImportedBooks, lockImport, updateImport } from './imports.sql.ts'
import type { ListLine, RefusedCell } from './list-row.ts'
import { countLeftOut, listingsOf, noFindings, type Findings, type Listing } from './read-lines.ts'
import type { ListRules } from './read-list-row.ts'

export interface ImportReport extends Pick<Findings, 'refusedRows' | 'leftOut' | 'lost'> {
  inserted: number
  /** There already: a book of the seller's own list, or from an earlier import of the same row. */
  known: number
  /** The first of them; `refusedRows` counts all. */
  refused: RefusedCell[]
}

/**
 * Notes that a seller brings a list, whose books `importBooks` then adds; gives the import's id. Called twice, it notes
 * two.
 */
export async function beginImport(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { sellerId, fileName }: { sellerId: string; fileName: string },
): Promise<string> {
  return insertImport(db, { sellerId, fileName: fileName.slice(0, LONGEST_NAME) || 'list', now: clock.now() })
}
const LONGEST_NAME = 200

/**
 * Puts a list of books up for sale under a seller's account, newest first in the list's own order. Reports rows that can't
 * be a listing with line, column and cell, and goes on; leaves out what the list says isn't for sale. The same list again
 * adds nothing, and a listing that was sold or deleted since doesn't come back. The same import again, as after a crash,
 * goes on where it stopped. Refuses an account that was closed or suspended, and an import that was taken back, also in
 * the middle.
 */
export async function importBooks(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found'>,
  { sellerId, importId }: { sellerId: string; importId: string },
  lines: AsyncIterable<ListLine>,
  rules: ListRules,
  onProgress: (rowsDone: number) => void = () => {},
): Promise<ImportReport> {
  const findings = noFindings()
  let [inserted, known] = [0, 0]
  const add = (listings: Listing[], isLast: boolean) =>
    services.db.transaction().execute(async (tx) => {
      await lockOpenAccount(tx, sellerId)
      const record = await lockImport(tx, importId, sellerId)
      if (!record || record.takenBackAt) return services.refuse('not_found', 'This import was taken back.')
      const start = record.begunAt.getTime()
      const own = await findOwnIds(tx, sellerId, idsOf(listings))
      const added = await insertImportedBooks(
        tx,
        { sellerId, importId, currency: rules.currency },
        // A millisecond apart, so that lists show them in the order of the file.
        listings
          .filter(isNotAmong(own))
          .map(({ book, sourceKey, place }) => ({ ...book, sourceKey, postedAt: new Date(start - place) })),
      )
      inserted += added
      known = known + listings.length - added
      await updateImport(tx, importId, {
        rowsDone: findings.rowsDone,
        inserted,
        known: known + findings.repeated,
        refused: findings.refusedRows,
        leftOut: countLeftOut(findings),
        finishedAt: isLast ? services.clock.now() : null,
      })
    })
  for await (const listings of listingsOf(lines, rules, findings)) {
    await add(listings, false)
    onProgress(findings.rowsDone)
  }
  await add([], true)
  return reportOf(findings, { inserted, known })
}

/** What was found, and what is known of the listings among it. */
export function reportOf(
  { repeated, refused, refusedRows, leftOut, lost }: Findings,
  { inserted, known }: { inserted: number; known: number },
): ImportReport {
  return { inserted, known: known + repeated, refused, refusedRows, leftOut, lost }
}

export const idsOf = (listings: readonly Listing[]): string[] => listings.flatMap(({ listedId }) => listedId ?? [])
export const isNotAmong =
  (own: ReadonlySet<string>) =>
  ({ listedId }: Listing): boolean =>
    listedId === null || !own.has(listedId)
