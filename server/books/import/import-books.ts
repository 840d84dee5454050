import type { Refuses } from '#contract/problems.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import type { Services } from '#server/services.ts'
import { findOwnIds, insertImport, insertImportedBooks, lockImport, updateImport } from './imports.sql.ts'
import type { ListLine, RefusedCell } from './list-row.ts'
import { countLeftOut, listingsOf, noFindings, type Findings, type Listing } from './read-lines.ts'
import type { ListRules } from './read-list-row.ts'

export interface ImportReport extends Pick<Findings, 'refusedRows' | 'leftOut' | 'lost'> {
  inserted: number
  /** Known already: in the seller's own list, or from an earlier import of the same row. */
  known: number
  /** The first refused cells; `refusedRows` counts all. */
  refused: RefusedCell[]
}

/** Inserts an import, to which `importBooks` adds books; returns its id. Called twice, it inserts two. */
export async function beginImport(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { sellerId, fileName }: { sellerId: string; fileName: string },
): Promise<string> {
  return insertImport(db, { sellerId, fileName: fileName.slice(0, LONGEST_NAME) || 'list', now: clock.now() })
}
const LONGEST_NAME = 200

/**
 * Imports a list of books for a seller, newest first in the list's order. Reports invalid rows with line, column and
 * cell, and goes on; leaves out what isn't for sale. The same list again adds nothing, nor brings back listings sold or
 * deleted since. The same import again, as after a crash, resumes. Refuses closed and suspended accounts, and an import
 * that was reverted, also in the middle.
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
        // One millisecond apart, to preserve the file's order in lists.
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

/** Builds the report of findings and known listings. */
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
