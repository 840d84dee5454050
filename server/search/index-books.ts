import { tryLock } from '#server/database/advisory-locks.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { countOf, entryOf, sumsOf, workOf, type Entry } from './index-entries.ts'
import {
  addSpellings,
  addWorks,
  analyzeIndex,
  countWords,
  findWorkIds,
  deleteCopies,
  gatherWords,
  listCopiesOf,
  putCopies,
  putSums,
  putTexts,
  readCopies,
  removeEmptyWorks,
  type ListedCopy,
} from './search-index.sql.ts'
import { clearSearchCache } from './search-cache.ts'
import { findChanges, isSurveyDone, noteUnindexed, takeChanges, takeUnindexed } from './search-queue.sql.ts'
import { spellingsOf } from './spelling.rules.ts'

/** Target duration of a batch: the longest a new listing waits before its turn. */
const BATCH_MS = 500
/**
 * Smallest batch of a full build. Larger batches cost less per book: a work's copies come together, its words sorted.
 */
const SMALLEST = 400
const LARGEST = 5000
/** Books queued at once for a full build. */
const SURVEYED = 20_000
/** Books between two log lines during a full build. */
const LOG_EVERY = 20_000
/** Indexed books after which PostgreSQL's statistics are refreshed (ANALYZE), then after twice as many, and so on. */
const MANY = 2000
/** Books tokenized in one go; requests have their turn in between. */
const READ_AT_ONCE = 50

type IndexServices = Pick<Services, 'db' | 'log'>

/**
 * Updates the search index: books that changed, and after each such batch a batch of those never indexed. Each batch is
 * its own transaction, so an interrupted run resumes. Safe to call at any time: an advisory lock lets one program in,
 * another call does nothing.
 */
export async function indexBooks({ db, log }: IndexServices, signal?: AbortSignal): Promise<void> {
  let most = SMALLEST
  const take = async (taking: typeof takeChanges): Promise<{ taken: number; hasMore: boolean }> => {
    const begun = performance.now()
    const taken = await db.transaction().execute((tx) => indexBatch(tx, () => taking(tx, most)))
    if (taken > 0) clearSearchCache(db)
    const hasMore = taken === most
    if (hasMore) most = nextSize(most, performance.now() - begun)
    return { taken, hasMore }
  }
  let done = 0
  let logged = 0
  let analyzed = MANY / 2
  for (let isMore = true; isMore;) {
    const changed = await take(takeChanges)
    const other = changed.hasMore ? null : await take(takeUnindexed)
    isMore = changed.hasMore || other!.hasMore
    done += changed.taken + (other?.taken ?? 0)
    if (done - logged >= LOG_EVERY) log.info({ books: (logged = done) }, 'the search is being built')
    if (signal?.aborted) break
    if (done >= 2 * analyzed) await analyzeIndex(db).then(() => (analyzed = done))
  }
  if (logged > 0) log.info({ books: done }, 'the search is built')
}

/** Adapts the size of the next batch to the duration of the last: smaller on a busy machine. */
const nextSize = (size: number, tookMs: number) =>
  Math.round(Math.min(Math.max(size * Math.min(Math.max(BATCH_MS / tookMs, 0.25), 2), SMALLEST), LARGEST))

/**
 * Queues all books for a full build, once, at start-up. False where that isn't finished, because another program does
 * it or `signal` aborted it.
 */
export async function beginIndex({ db, log }: IndexServices, signal?: AbortSignal): Promise<boolean> {
  let books = 0
  let isDone = await isSurveyDone(db)
  while (!isDone) {
    const step = await db
      .transaction()
      .execute(async (tx) => ((await tryLock(tx, 'INDEXING')) ? noteUnindexed(tx, SURVEYED) : null))
    if (!step || signal?.aborted) break
    books += step.noted
    isDone = step.isDone
  }
  if (books > 0) log.info({ books }, 'the search has yet to be built, which goes on in the background')
  return isDone
}

/** Whether changes wait to be indexed. */
export const hasChanges = (db: Db): Promise<boolean> => findChanges(db)

async function indexBatch(tx: Tx, take: () => Promise<{ taken: number; ids: string[] }>): Promise<number> {
  if (!(await tryLock(tx, 'INDEXING'))) return 0
  const { taken, ids } = await take()
  if (taken === 0) return 0
  const copies = await readCopies(tx, ids)
  const shown = new Set(copies.map(({ bookId }) => bookId))
  const left = await deleteCopies(
    tx,
    ids.filter((id) => !shown.has(id)),
  )
  const touched = [...new Set([...left, ...(await putInto(tx, copies))])]
  await sumUpWorks(tx, touched)
  await countInWords(tx, countOf(await removeEmptyWorks(tx, touched), -1))
  await gatherWords(tx)
  return taken
}

/** Writes copies into the index; returns the ids of existing works that changed. */
async function putInto(tx: Tx, copies: readonly ListedCopy[]): Promise<string[]> {
  if (copies.length === 0) return []
  const entries = await readAll(copies)
  const entriesOf = Map.groupBy(entries, ({ key }) => key)
  const workIds = await findWorkIds(tx, [...entriesOf.keys()])
  const works = [...entriesOf].filter(([key]) => !workIds.has(key)).map(([, of]) => workOf(of))
  const added = await addWorks(tx, works)
  const idOf = (key: string) => workIds.get(key) ?? added.get(key)!
  const before = await putCopies(
    tx,
    entries.map(({ copy, key }) => ({ ...copy, workId: idOf(key) })),
  )
  await putTexts(
    tx,
    entries.map(({ copy, words }) => ({ bookId: copy.bookId, words })),
  )
  const words = works.map((work) => work.words)
  await countInWords(tx, countOf(words, 1))
  return [...before, ...workIds.values()]
}

/** Recomputes the sums of works from their present copies. */
async function sumUpWorks(tx: Tx, ids: readonly string[]): Promise<void> {
  const copies = Map.groupBy(await listCopiesOf(tx, ids), ({ workId }) => workId)
  await putSums(
    tx,
    [...copies].map(([id, of]) => ({ id, ...sumsOf(of) })),
  )
}

async function readAll(copies: readonly ListedCopy[]): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const [at, copy] of copies.entries()) {
    if (at % READ_AT_ONCE === READ_AT_ONCE - 1) await new Promise<void>((resolve) => void setImmediate(resolve))
    entries.push(entryOf(copy))
  }
  return entries
}

async function countInWords(tx: Tx, changes: ReadonlyMap<string, number>): Promise<void> {
  const added = await countWords(tx, changes)
  const spellings = added.flatMap((word) => spellingsOf(word).map((spelling) => ({ spelling, word })))
  if (spellings.length > 0) await addSpellings(tx, spellings)
}
