import { MOST_LISTS_A_DAY, type GivenFact, type ListCells } from '#contract/books/brought-lists.ts'
import { refuse, type Refuses } from '#contract/problems.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import { addJob } from '#server/database/add-job.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { beginImport } from '../import/import-books.ts'
import { UnreadableList } from '#contract/books/lists/list-source.ts'
import { namedEncoding } from '#contract/books/lists/decode-list.ts'
import { listRules } from '../import/list-rules.ts'
import {
  countBroughtToday,
  forgetContent,
  lockBrought,
  putBrought,
  setImport,
  updateBrought,
  type BroughtRow,
} from './brought-lists.sql.ts'
import { MOST_LIST_LINES, TOO_MANY_ROWS } from './read-brought.ts'

const UNDER_WAY = 'Your last list is still being listed. Please wait until it’s done, or take it back.'
const NO_LIST = 'There’s no list here any more. Please choose the file again.'
const MOST_CORRECTED = 500
/** Maximum size of all corrections, because each change writes all of them. */
const LONGEST_CORRECTIONS = 1_000_000
const LINE_END = 10

/**
 * Stores a seller's file for preview and import, in place of the former one. Refuses while that one is being imported,
 * more rows than a list may have, and a twenty-first file on one day.
 */
export async function bringList(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'list_too_large' | 'list_under_way' | 'too_many_lists'>,
  sellerId: string,
  { fileName, content }: { fileName: string; content: Buffer },
): Promise<void> {
  const empty = `${fileName} is empty.`
  if (content.length === 0) refuse('invalid_input', empty, [{ field: 'list', message: empty }])
  // Counts line ends, including those inside of cells.
  if (hasMoreLines(content, MOST_LIST_LINES)) services.refuse('list_too_large', TOO_MANY_ROWS)
  const now = services.clock.now()
  await services.db.transaction().execute(async (tx) => {
    await lockOpenAccount(tx, sellerId)
    if ((await lockBrought(tx, sellerId))?.importId) services.refuse('list_under_way', UNDER_WAY)
    const today = (await countBroughtToday(tx, sellerId, now)) + 1
    if (today > MOST_LISTS_A_DAY)
      services.refuse('too_many_lists', 'That’s 20 lists today. Please bring the next one tomorrow.')
    await putBrought(tx, sellerId, { fileName, content, now, today })
  })
}

/** Stops at the limit: splitting ten million bytes would block other requests. */
function hasMoreLines(content: Buffer, most: number): boolean {
  let at = -1
  for (let lines = 0; lines <= most; lines += 1) {
    at = content.indexOf(LINE_END, at + 1)
    if (at === -1) return false
  }
  return true
}

interface Change {
  encoding?: string | undefined
  given?: { [Fact in GivenFact]?: string } | undefined
  correction?: { line: number; cells: ListCells } | undefined
}

/**
 * Changes how the list is read: replaces the defaults `given`, and the corrections of these cells. Refuses while the
 * list is being imported, invalid defaults, unknown encodings, and too many corrections. Safe to repeat.
 */
export async function changeList(
  services: Pick<Services, 'db' | 'clock' | 'shop'> & Refuses<'not_found' | 'list_under_way' | 'too_many_requests'>,
  sellerId: string,
  { encoding, given, correction }: Change,
): Promise<void> {
  if (given) await listRules(services, { given, makeUpMissing: false })
  await services.db.transaction().execute(async (tx) => {
    const found = await lockIdle(services, tx, sellerId)
    const corrections = corrected(found.corrections, correction)
    if (Object.keys(corrections).length > MOST_CORRECTED || JSON.stringify(corrections).length > LONGEST_CORRECTIONS)
      services.refuse('too_many_requests', 'That’s a lot corrected here. Please correct the other rows in the file.')
    await updateBrought(tx, sellerId, {
      encoding: encoding === undefined ? found.encoding : knownEncoding(encoding),
      given: given ?? found.given,
      corrections,
    })
  })
}

function corrected(before: BroughtRow['corrections'], correction: Change['correction']): BroughtRow['corrections'] {
  if (!correction) return before
  const { line, cells } = correction
  return { ...before, [line]: { ...before[line], ...cells } }
}

function knownEncoding(name: string): string | null {
  if (name === '') return null
  try {
    return namedEncoding(name).name
  } catch (error) {
    if (!(error instanceof UnreadableList)) throw error
    return refuse('invalid_input', error.message, [{ field: 'encoding', message: error.message }])
  }
}

/** Deletes the list. Refuses while it is being imported. Called twice, nothing happens. */
export async function dropList(
  services: Pick<Services, 'db'> & Refuses<'list_under_way'>,
  sellerId: string,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    if ((await lockBrought(tx, sellerId))?.importId) services.refuse('list_under_way', UNDER_WAY)
    await forgetContent(tx, sellerId)
  })
}

/**
 * Books the import job; returns the import's id. Refuses a list that was changed since the revision that the seller has
 * seen, and one that is being imported already.
 */
export async function importList(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found' | 'list_under_way' | 'list_changed'>,
  sellerId: string,
  { revision }: { revision: number },
): Promise<string> {
  return services.db.transaction().execute(async (tx) => {
    await lockOpenAccount(tx, sellerId)
    const found = await lockIdle(services, tx, sellerId)
    if (found.revision !== revision)
      services.refuse('list_changed', 'This list was changed in another window. Please look at it again.')
    const importId = await beginImport({ db: tx, clock: services.clock }, { sellerId, fileName: found.fileName })
    await setImport(tx, sellerId, importId)
    await addJob(tx, 'import_list', { importId })
    return importId
  })
}

async function lockIdle(
  services: Refuses<'not_found' | 'list_under_way'>,
  tx: Tx,
  sellerId: string,
): Promise<BroughtRow> {
  const found = await lockBrought(tx, sellerId)
  if (!found) return services.refuse('not_found', NO_LIST)
  return found.importId ? services.refuse('list_under_way', UNDER_WAY) : found
}
