import type { Db, Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { placeOf } from './copy-filter.ts'
import {
  addSpellings,
  addWorks,
  analyzeIndex,
  countWords,
  findChanges,
  findWorkIds,
  forgetCopies,
  lockIndex,
  noteAllBooks,
  putCopies,
  putTexts,
  readCopies,
  removeEmptyWorks,
  sumUpWorks,
  takeChanges,
  type ListedCopy,
  type NewWork,
} from './search-index.sql.ts'
import { spellingsOf } from './spelling.rules.ts'
import { indexedWords, mainTitle, wordsOf, workKey } from './words.rules.ts'

/** As many as take a fraction of a second: who has just listed a book waits for one such batch at most. */
const BATCH = 400
/** While all books are indexed, how often the log says how far it is. */
const SAID_EVERY = 20_000
/** After so many, what PostgreSQL knows of the words is old. */
const MANY = 2000
/** The words of a description that count. */
const MOST_WORDS = 120

type IndexServices = Pick<Services, 'db' | 'log'>

/**
 * Brings the search up to date with the books that changed since; all of them where nothing was indexed yet. Each batch
 * is a transaction of its own. May be called at any time: while another program does it, there is nothing to do.
 */
export async function indexBooks({ db, log }: IndexServices, signal?: AbortSignal): Promise<void> {
  let done = 0
  let said = 0
  for (;;) {
    const taken = await db.transaction().execute(indexBatch)
    done += taken
    if (done - said >= SAID_EVERY) log.info({ books: (said = done) }, 'the search is being built')
    if (taken < BATCH || signal?.aborted) break
  }
  if (done >= MANY) await analyzeIndex(db)
  if (said > 0) log.info({ books: done }, 'the search is built')
}

/** Once at the start: where nothing was ever indexed, all books are. */
export async function beginIndex({ db, log }: IndexServices): Promise<void> {
  const books = await db.transaction().execute(async (tx) => ((await lockIndex(tx)) ? noteAllBooks(tx) : 0))
  if (books > 0) log.info({ books }, 'the search has yet to be built, which goes on in the background')
}

/** Whether there is anything to do. */
export const hasChanges = (db: Db): Promise<boolean> => findChanges(db)

async function indexBatch(tx: Tx): Promise<number> {
  if (!(await lockIndex(tx))) return 0
  const { taken, ids } = await takeChanges(tx, BATCH)
  if (taken === 0) return 0
  const copies = await readCopies(tx, ids)
  const shown = new Set(copies.map(({ bookId }) => bookId))
  const left = await forgetCopies(
    tx,
    ids.filter((id) => !shown.has(id)),
  )
  const touched = new Set([...left, ...(await putInto(tx, copies))])
  await sumUpWorks(tx, [...touched])
  await countInWords(tx, await removeEmptyWorks(tx, [...touched]), -1)
  return taken
}

/** Puts copies into the index; gives the works that changed by it. */
async function putInto(tx: Tx, copies: readonly ListedCopy[]): Promise<string[]> {
  if (copies.length === 0) return []
  const keyed = copies.map((copy) => ({ copy, key: workKey(copy.title, copy.author) }))
  // A work is called what its first copy calls it.
  const works = new Map(keyed.toReversed().map(({ copy, key }) => [key, workOf(copy, key)]))
  const isNew = await addWorks(tx, [...works.values()])
  const ids = await findWorkIds(tx, [...works.keys()])
  const indexed = keyed.map(({ copy, key }) => ({
    ...factsOf(copy),
    workId: ids.get(key)!,
    place: placeOf(copy.location),
  }))
  const before = await putCopies(tx, indexed)
  await putTexts(
    tx,
    copies.map((copy) => ({ bookId: copy.bookId, words: copy.availability === 0 ? textOf(copy) : null })),
  )
  await countInWords(
    tx,
    [...works.values()].filter(({ key }) => isNew.has(key)).map(({ words }) => words),
    1,
  )
  return [...before, ...ids.values()]
}

const factsOf = ({ title: _t, author: _a, description: _d, publisher: _p, ...facts }: ListedCopy) => facts

function workOf({ title, author }: ListedCopy, key: string): NewWork {
  const [titleWords, authorWords] = [wordsOf(title, 60), wordsOf(author, 60)]
  return {
    key,
    title,
    author,
    titleWords: titleWords.join(' '),
    authorWords: authorWords.join(' '),
    mainTitle: mainTitle(title),
    words: [...new Set([...indexedWords(titleWords), ...indexedWords(authorWords)])],
  }
}

const textOf = ({ title, author, publisher, description }: ListedCopy): string[] =>
  indexedWords([title, author, publisher ?? '', description].flatMap((text) => wordsOf(text, MOST_WORDS)))

async function countInWords(tx: Tx, works: readonly string[][], change: 1 | -1): Promise<void> {
  const changes = new Map<string, number>()
  for (const word of works.flat()) changes.set(word, (changes.get(word) ?? 0) + change)
  const added = await countWords(tx, changes)
  const spellings = added.flatMap((word) => spellingsOf(word).map((spelling) => ({ spelling, word })))
  if (spellings.length > 0) await addSpellings(tx, spellings)
}
