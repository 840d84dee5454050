import type { Book } from '#contract/books/books.ts'
import type { BooksOf } from '#contract/books/catalogue-reads.ts'
import { MOST_RELATED, type RelatedBooks } from '#contract/search/related-books.ts'
import { cursorAfter, momentKey } from '#server/database/cursor.ts'
import { readingIndex } from '#server/database/buckets/shown-buckets.ts'
import { findListedBooks, shapeBook } from '#server/books/books.public.ts'
import { listBooks } from '#server/books/list-books.ts'
import type { Services } from '#server/services.ts'
import { listCopiesOf, listOfWork, listWorksOfAuthor } from './related-books.sql.ts'
import { listRepresentatives } from './search.sql.ts'
import { tokenize } from './words.rules.ts'
import { findWork } from './works/find-work.ts'

type ReadServices = Pick<Services, 'db'>
type Shown = Pick<Book, 'id' | 'title' | 'author' | 'isbn' | 'language' | 'category' | 'seller' | 'postedAt'>

/** Spare rows: the index may lag, and books may have been sold since. */
const SPARE = 4
/** Enough to leave a handful after removing every other book already shown. */
const MOST_ASKED = 3 * MOST_RELATED + 1
/** Most words of an author that the index has. */
const AUTHOR_WORDS = 60

/**
 * Finds related books for a book's page: a handful of each kind, without duplicates, at a cost that doesn't grow with
 * the catalogue. The index finds works and authors; what is shown is read from the books, so nothing sold or paused is
 * shown.
 */
export async function findRelatedBooks(services: ReadServices, book: Shown): Promise<RelatedBooks> {
  const work = await readingIndex(() => findWork(services.db, book))
  const [{ copies, copyCount, ofAuthor }, ofSeller, ofCategory] = await Promise.all([
    fromIndex(services, book, work),
    newestOf(services, { sellerId: book.seller.id }),
    book.category === null ? [] : listedBefore(services, book, { category: book.category }),
  ])
  const seen = new Set([book.id])
  const firstOf = (books: readonly Book[]) => {
    const first = books.filter(({ id }) => !seen.has(id)).slice(0, MOST_RELATED)
    for (const { id } of first) seen.add(id)
    return first
  }
  const idsOfCategory = ofCategory.map(({ id }) => id)
  const same = await readingIndex(() => listOfWork(services.db, work, idsOfCategory))
  const like = new Map([...ofAuthor, ...ofCategory.filter(({ id }) => !same.has(id))].map((one) => [one.id, one]))
  return {
    copies: firstOf(copies),
    copyCount,
    ofSeller: firstOf(ofSeller),
    similar: firstOf([...like.values()]),
  }
}

async function fromIndex({ db }: ReadServices, { id, author }: Shown, work: string | null) {
  const authorWords = tokenize(author, AUTHOR_WORDS).join(' ')
  const [copies, works] = await Promise.all([
    readingIndex(() => listCopiesOf(db, work, id, MOST_RELATED + SPARE)),
    authorWords === '' ? [] : readingIndex(() => listWorksOfAuthor(db, authorWords, work, 2 * MOST_RELATED + SPARE)),
  ])
  const standing = await readingIndex(() => listRepresentatives(db, works, null))
  const ofWork = new Map(standing.map(({ workId, bookId }) => [workId, bookId]))
  const ofAuthor = works.flatMap((one) => ofWork.get(one) ?? [])
  const books = await findListedBooks(db, [...copies.ids, ...ofAuthor])
  const forSale = (ids: readonly string[]) =>
    ids.flatMap((one) => {
      const found = books.get(one)
      return found?.state === 'unsold' ? [shapeBook(found)] : []
    })
  const copiesForSale = forSale(copies.ids)
  const gone = copies.ids.length - copiesForSale.length
  return { copies: copiesForSale, copyCount: copies.count - gone, ofAuthor: forSale(ofAuthor) }
}

async function newestOf(services: ReadServices, of: BooksOf, cursor?: string): Promise<Book[]> {
  const page = { limit: MOST_ASKED, sort: 'newest' as const, cursor }
  return (await listBooks(services, { ...of, available: 'unsold' }, page)).items
}

/**
 * Those listed before a book, and where they are few the newest as well. So each page shows others, and most of them
 * don't change with each new listing.
 */
async function listedBefore(services: ReadServices, { id, postedAt }: Shown, of: BooksOf): Promise<Book[]> {
  const cursor = cursorAfter({ id, sortKey: momentKey(new Date(postedAt)) }, 'newest')
  const before = await newestOf(services, of, cursor)
  return before.length < MOST_ASKED ? [...before, ...(await newestOf(services, of))] : before
}
