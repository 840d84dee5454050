import { tryLock } from '#server/database/advisory-locks.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { countOf, entryOf, sumsOf, textsOf, type Entry } from './index-entries.ts'
import {
  addSpellings,
  addWorks,
  analyzeIndex,
  countWords,
  deleteCopies,
  gatherWords,
  listCopiesOf,
  putCopies,
  putSums,
  putTexts,
  putWorkTexts,
  readCopies,
  readWorkWords,
  removeEmptyWorks,
  type CopyPlace,
  type ListedCopy,
} from './search-index.sql.ts'
import { clearSearchCache } from './search-cache.ts'
import { findChanges, isSurveyDone, noteUnindexed, takeChanges, takeUnindexed } from './search-queue.sql.ts'
import { spellingsOf } from './spelling.rules.ts'
import { readForm, type ReadForm } from './works/form.rules.ts'
import {
  deleteEmptyForms,
  findWorksOfForms,
  listFormsOfWorks,
  listUnsettledForms,
  settleForms,
} from './works/forms.sql.ts'
import { forgetForms, planWorks, putForms, type Grouping } from './works/group-works.ts'

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
  const put = await putInto(tx, copies)
  const before = [...left, ...put.before]
  const changed = [...put.changed, ...(await removeEmptyForms(tx, before))]
  await nameWorks(tx, [...new Set(changed)])
  const touched = [...new Set([...before.map(({ workId }) => workId), ...put.workIds, ...changed])]
  await sumUpWorks(tx, touched)
  await countInWords(tx, countOf(await removeEmptyWorks(tx, touched), -1))
  await gatherWords(tx)
  return taken
}

/** What was written: where the copies were before, and the works that were there already, those with other forms apart. */
interface Put {
  before: CopyPlace[]
  workIds: string[]
  changed: string[]
}

async function putInto(tx: Tx, copies: readonly ListedCopy[]): Promise<Put> {
  if (copies.length === 0) return { before: [], workIds: [], changed: [] }
  const entries = await readAll(copies)
  const known = await findWorksOfForms(tx, [...new Set(entries.map(({ copy }) => copy.formId))])
  const unsettled = await listUnsettledForms(tx, [...known.keys()])
  const grouping = await planWorks(tx, await readNewForms(entries, known), unsettled.map(readForm))
  const copiesOf = Map.groupBy(
    entries.map(({ copy }) => copy),
    ({ formId }) => formId,
  )
  await addGrouping(tx, grouping, copiesOf)
  await settleForms(
    tx,
    unsettled.map(({ id }) => id),
  )
  const places = new Map(known)
  for (const { id, to } of grouping.moved) places.set(id, to)
  for (const { id, workId } of grouping.added) places.set(id, workId)
  const before = await putCopies(
    tx,
    entries.map(({ copy }) => ({ ...copy, workId: places.get(copy.formId)! })),
  )
  await putTexts(
    tx,
    entries.map(({ copy, words }) => ({ bookId: copy.bookId, words })),
  )
  return { before, workIds: [...new Set(known.values())], changed: grouping.changed }
}

/** The forms that the index doesn't have yet. */
async function readNewForms(entries: readonly Entry[], known: ReadonlyMap<string, string>): Promise<ReadForm[]> {
  const forms = new Map(
    entries.filter(({ copy }) => !known.has(copy.formId)).map(({ copy, form }) => [copy.formId, form]),
  )
  return inTurns([...forms.values()], readForm)
}

/** Inserts the works of a grouping with its forms. Copies of new forms are all in this batch. */
async function addGrouping(
  tx: Tx,
  grouping: Grouping,
  copiesOf: ReadonlyMap<string, readonly Entry['copy'][]>,
): Promise<void> {
  const works = grouping.newWorks.map(({ id, forms }) => ({
    ...textsOf(id, forms),
    ...sumsOf(forms.flatMap((form) => copiesOf.get(form.id) ?? [])),
  }))
  await addWorks(tx, works)
  const words = works.map((work) => work.words)
  await countInWords(tx, countOf(words, 1))
  await putForms(tx, grouping)
}

/** Removes forms without a copy and regroups the forms connected by them; returns the ids of works that changed. */
async function removeEmptyForms(tx: Tx, places: readonly CopyPlace[]): Promise<string[]> {
  const gone = await deleteEmptyForms(tx, [...new Set(places.map(({ formId }) => formId))])
  const grouping = await planWorks(tx, [], await forgetForms(tx, gone))
  await addGrouping(tx, grouping, new Map())
  const newIds = grouping.newWorks.map(({ id }) => id)
  return [...gone.map(({ workId }) => workId), ...grouping.changed, ...newIds]
}

/** Recomputes titles, authors and words of works from their present forms. */
async function nameWorks(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const forms = Map.groupBy(await listFormsOfWorks(tx, ids), ({ workId }) => workId)
  const works = [...forms].map(([id, of]) => textsOf(id, of))
  const before = await readWorkWords(tx, [...forms.keys()])
  await putWorkTexts(tx, works)
  const changes = countOf([...before.values()], -1)
  for (const [word, change] of countOf(
    works.map(({ words }) => words),
    1,
  ))
    changes.set(word, (changes.get(word) ?? 0) + change)
  await countInWords(tx, new Map([...changes].filter(([, change]) => change !== 0)))
}

/** Recomputes the sums of works from their present copies. */
async function sumUpWorks(tx: Tx, ids: readonly string[]): Promise<void> {
  const copies = Map.groupBy(await listCopiesOf(tx, ids), ({ workId }) => workId)
  await putSums(
    tx,
    [...copies].map(([id, of]) => ({ id, ...sumsOf(of) })),
  )
}

const readAll = (copies: readonly ListedCopy[]): Promise<Entry[]> => inTurns(copies, entryOf)

/** Reads each; requests have their turn in between. */
async function inTurns<Item, Read>(items: readonly Item[], read: (item: Item) => Read): Promise<Read[]> {
  const all: Read[] = []
  for (const [at, item] of items.entries()) {
    if (at % READ_AT_ONCE === READ_AT_ONCE - 1) await new Promise<void>((resolve) => void setImmediate(resolve))
    all.push(read(item))
  }
  return all
}

async function countInWords(tx: Tx, changes: ReadonlyMap<string, number>): Promise<void> {
  const added = await countWords(tx, changes)
  const spellings = added.flatMap((word) => spellingsOf(word).map((spelling) => ({ spelling, word })))
  if (spellings.length > 0) await addSpellings(tx, spellings)
}
