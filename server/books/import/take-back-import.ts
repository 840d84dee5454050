import type { TakenBack } from '#contract/books/brought-lists.ts'
import type { Refuses } from '#contract/problems.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import type { Services } from '#server/services.ts'
import type { ImportOfSeller, ImportRow } from './import.columns.ts'
import {
  countBooksOfImport,
  findSellerOfImport,
  listImportRows,
  listImportsOfSellers,
  lockImport,
  markTakenBack,
  removeBooksOfImport,
} from './imports.sql.ts'

const MOST_LISTED = 100

/** Batch size of a statement, which may take seconds. */
const BATCH_SIZE = 10_000

/** What became of an import's books, and what its file is called. */
type TakenBackFile = TakenBack & { fileName: string }

/** A seller's last hundred imports, newest first. */
export const listImports = ({ db }: Pick<Services, 'db'>, sellerId: string): Promise<ImportRow[]> =>
  listImportRows(db, sellerId, MOST_LISTED)

/** For operators: the newest imports with books, of all sellers or of one. */
export const listImportsOfAll = ({ db }: Pick<Services, 'db'>, sellerId: string | null): Promise<ImportOfSeller[]> =>
  listImportsOfSellers(db, { sellerId, limit: MOST_LISTED })

/** For operators: the same as `takeBackImport` for any seller's import. */
export async function takeBackAnyImport(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found'>,
  importId: string,
): Promise<TakenBackFile> {
  const sellerId = await findSellerOfImport(services.db, importId)
  if (sellerId === null) return services.refuse('not_found', 'There’s no import with this id.')
  return takeBackImport(services, sellerId, importId)
}

/**
 * Reverts an import: all its books that are for sale and unchanged leave the shop, and the same list can be imported
 * again. Books since sold, reserved, edited or taken down stay, and are counted; deleted ones stay deleted. Cancels an
 * import in progress. Refuses imports of others. Called twice, it changes nothing the second time.
 */
export async function takeBackImport(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found'>,
  sellerId: string,
  importId: string,
): Promise<TakenBackFile> {
  const now = services.clock.now()
  return services.db.transaction().execute(async (tx) => {
    await lockOpenAccount(tx, sellerId)
    const record = await lockImport(tx, importId, sellerId)
    if (!record) return services.refuse('not_found', 'That isn’t one of your lists.')
    const { fileName } = record
    let removed = record.removed ?? 0
    if (!record.takenBackAt) {
      for (let batch = BATCH_SIZE; batch === BATCH_SIZE; removed += batch)
        batch = await removeBooksOfImport(tx, importId, BATCH_SIZE, now)
      await markTakenBack(tx, importId, { removed, now })
    }
    return { fileName, removed, ...(await countBooksOfImport(tx, importId)) }
  })
}
