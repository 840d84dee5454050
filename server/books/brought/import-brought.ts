import { DAY_MS } from '#contract/duration.ts'
import { Refusal, refuseWith } from '#contract/problems.ts'
import { LIST_DAYS, MOST_LIST_ROWS } from '#contract/books/brought-lists.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { importBooks } from '../import/import-books.ts'
import { listRules } from '../import/list-rules.ts'
import { UnreadableList } from '#contract/books/lists/list-source.ts'
import {
  deleteBroughtBefore,
  findBrought,
  findSellerBringing,
  forgetContent,
  readContent,
  setImport,
} from './brought-lists.sql.ts'
import { correctedRows, findBroughtList } from './read-brought.ts'

/**
 * Imports an uploaded list in batches, and deletes the file. Called again after a crash, it resumes. An unreadable list
 * waits for its seller; a reverted import, or a closed account, has nothing to do.
 */
export async function importBrought(
  services: Pick<Services, 'db' | 'clock' | 'shop'>,
  importId: string,
): Promise<void> {
  const sellerId = await findSellerBringing(services.db, importId)
  if (sellerId === null) return
  try {
    await list(services, sellerId, importId)
  } catch (error) {
    // The preview shows why; no book was listed.
    if (error instanceof UnreadableList) return services.db.transaction().execute((tx) => giveUpImport(tx, importId))
    // Reverted, suspended, or nothing left to list: a retry changes nothing.
    if (!(error instanceof Refusal)) throw error
  }
  await forgetContent(services.db, sellerId, importId)
}

async function list(services: Pick<Services, 'db' | 'clock' | 'shop'>, sellerId: string, importId: string) {
  const [found, content] = [await findBrought(services.db, sellerId), await readContent(services.db, sellerId)]
  if (!found || !content) return
  const books = await findBroughtList(found, content)
  const rules = await listRules(services, { given: found.given, makeUpMissing: false, mostCopies: MOST_LIST_ROWS })
  // Read the whole file before listing the first book: an unreadable list must not be listed by halves.
  for await (const _ of correctedRows(books, found.corrections));
  const into = { sellerId, importId }
  await importBooks({ ...services, refuse: refuseWith }, into, correctedRows(books, found.corrections), rules)
}

/** After the job's last try, the list waits for its seller again. */
export async function giveUpImport(tx: Tx, importId: string): Promise<void> {
  const sellerId = await findSellerBringing(tx, importId)
  if (sellerId !== null) await setImport(tx, sellerId, null)
}

/** Removes uploaded lists a week old that were never imported. */
export function removeOldLists({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  return deleteBroughtBefore(db, new Date(clock.now().getTime() - LIST_DAYS * DAY_MS))
}
