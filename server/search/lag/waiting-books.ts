import type { SearchRequest, SearchSort } from '#contract/search/search-request.ts'
import type { SearchResult } from '#contract/search/search-calls.ts'
import { findListedBooks, shapeBook, type BookRow } from '#server/books/books.public.ts'
import { unlessSpent } from '#server/database/budget.ts'
import type { Db } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { copyFilter, passes, placeOf, type CopyFilter } from '#server/search/copy-filter.rules.ts'
import { readIndexLag } from './index-lag.ts'
import { parseQuery, type ParsedQuery } from '#server/search/query.rules.ts'
import { cacheSearchResult } from '#server/search/search-cache.ts'
import { listWaitingBooks } from './waiting-books.sql.ts'
import { tokenize } from '#server/search/words.rules.ts'

/** Shortest word that also counts as a prefix of longer ones. */
const SHORTEST_BEGINNING = 3
/** Letters of a title in the queue of a full build. */
const LETTERS_QUEUED = 40
const ARTICLES = ['', 'the ', 'a ']

/** A book for sale that the index lacks; copies of the same title and author have the same `work`. */
export interface WaitingBook {
  book: BookRow
  work: string
}

/**
 * Searches the books themselves while the index is behind: those that it lacks, by ISBN, or by all of the words as
 * typed in title and author. Looks into a bounded number of them: the newest, those that wait longest, and titles that
 * begin with the words. Titles that begin with them come first. Empty while the index isn't behind, and without words.
 */
export async function findWaitingBooks(
  services: Pick<Services, 'db'> & { shop: Pick<Services['shop'], 'currency'> },
  request: SearchRequest,
): Promise<WaitingBook[]> {
  const { db, shop } = services
  if (request.q === '' || !(await readIndexLag(db)).isBehind) return []
  const filter = copyFilter(request, shop.currency)
  const found = await unlessSpent(() =>
    cacheSearchResult(db, ['waiting', request.q, request.exact, filter], () => searchWaiting(db, request, filter)),
  )
  return found ?? []
}

async function searchWaiting(
  db: Db,
  { q, exact }: Pick<SearchRequest, 'q' | 'exact'>,
  filter: CopyFilter,
): Promise<WaitingBook[]> {
  const parsed = parseQuery(q)
  const words = parsed.terms.map(({ word }) => word)
  if (parsed.isbn === null && words.length === 0) return []
  const ids = await listWaitingBooks(db, { isbn: parsed.isbn, words, beginnings: beginningsOf(q) })
  const books = await findListedBooks(db, ids)
  const isBegun = ({ work }: WaitingBook) => ARTICLES.some((article) => work.startsWith(article + words.join(' ')))
  const fitting = ids
    .flatMap((id) => books.get(id) ?? [])
    .filter((book) => book.state === 'unsold' && passes(filter, book, placeOf(book.location)))
    .map((book) => ({ book, work: `${tokenize(book.title, 60).join(' ')} | ${tokenize(book.author, 60).join(' ')}` }))
    .filter(({ work }) => parsed.isbn !== null || hasWords(parsed, work, isBeginning))
  const whole = fitting.filter(({ work }) => parsed.isbn !== null || hasWords(parsed, work, isSame))
  // As in the index, words are beginnings of longer ones only where nothing has them as they are.
  return (whole.length > 0 || exact ? whole : fitting).toSorted(
    (one, other) => Number(isBegun(other)) - Number(isBegun(one)),
  )
}

/** Beginnings of titles: the query, with an article or without, and its first word. */
function beginningsOf(q: string): string[] {
  const text = q.trim().toLowerCase()
  const [first = ''] = text.split(/\s/)
  return [...new Set([...ARTICLES.map((article) => article + text), `${first} `])].map((beginning) =>
    beginning.slice(0, LETTERS_QUEUED),
  )
}

const isSame = (word: string, asked: string) => word === asked
const isBeginning = (word: string, asked: string) =>
  word === asked || (asked.length >= SHORTEST_BEGINNING && word.startsWith(asked))

/** Whether title and author have all words; `matches` compares those that aren't quoted. */
function hasWords({ terms, phrases, unwanted }: ParsedQuery, work: string, matches: typeof isSame): boolean {
  const words = work.split(' ')
  return (
    terms.every((term) => words.some((word) => (term.isQuoted ? isSame : matches)(word, term.word))) &&
    phrases.every((phrase) => ` ${work} `.includes(` ${phrase} `)) &&
    !unwanted.some((word) => words.includes(word))
  )
}

/**
 * Adds waiting books to the first page of results, each once: by relevance in front, and one for all copies of the same
 * title and author; in other orders each copy at its place.
 */
export function withWaiting(
  waiting: readonly WaitingBook[],
  items: readonly SearchResult[],
  { sort, limit }: { sort: SearchSort; limit: number },
): SearchResult[] {
  const ids = new Set(items.map(({ id }) => id))
  const missing = waiting.filter(({ book }) => !ids.has(book.id))
  const added =
    sort === 'relevance'
      ? [...Map.groupBy(missing, ({ work }) => work).values()].map(resultOf)
      : missing.map((one) => resultOf([one]))
  return [...added.slice(0, Math.max(0, limit - items.length)), ...items].toSorted(orders[sort])
}

function resultOf(copies: readonly WaitingBook[]): SearchResult {
  const { book } = copies[0]!
  const lowest = Math.min(...copies.map((copy) => copy.book.resalePrice))
  const others = copies.length - 1
  return {
    id: book.id,
    book: shapeBook(book),
    others,
    lowestPrice: others === 0 ? null : { minor: lowest, currency: book.currency },
  }
}

const price = ({ book }: SearchResult) => book.resalePrice.minor
const orders: Record<SearchSort, (one: SearchResult, other: SearchResult) => number> = {
  relevance: () => 0,
  newest: (one, other) => other.book.postedAt.getTime() - one.book.postedAt.getTime(),
  price: (one, other) => price(one) - price(other),
  '-price': (one, other) => price(other) - price(one),
}
