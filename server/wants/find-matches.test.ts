import { expect, test } from 'vitest'
import type { BookRow } from '#server/books/books.public.ts'
import { findMatches, SearchReader } from './find-matches.ts'
import { fits, listingOf, readSearch } from './fits.ts'
import type { SearchToCompare } from './matches.sql.ts'

const WORDS = 'amber birch cedar delta ember fjord grove heath islet jetty'.split(' ')
const pick = (at: number) => WORDS[at % WORDS.length]!
const listings = Array.from({ length: 60 }, (_, at) =>
  listingOf({
    id: `book ${at}`,
    title: `${pick(at)} ${pick(at * 3 + 1)}`,
    author: `${pick(at + 4)} Writer`,
    publisher: null,
    description: pick(at * 7),
    isbn: null,
    category: 'novel-book',
    location: 'Here',
    resalePrice: 100 * at,
    currency: 'USD',
    sellerId: `seller ${at % 3}`,
    images: [],
  } as unknown as BookRow),
)
const asked = (at: number) =>
  [`q=${pick(at)}`, `q=${pick(at)}+${pick(at + 1)}`, `q=${pick(at)}+-${pick(at + 4)}`, `q=${pick(at)}&price_to=9`][
    at % 4
  ]!
/** A saved search that counts how often it is looked at. */
function aSearch(at: number) {
  let looks = 0
  const search: SearchToCompare = {
    id: `want ${at}`,
    accountId: `seller ${at % 5}`,
    often: 'at_once',
    get search() {
      looks += 1
      return asked(at)
    },
  }
  return { search, looks: () => looks }
}

test('each saved search is read once, and finds what it would find in each book by itself', async () => {
  const searches = Array.from({ length: 400 }, (_, at) => aSearch(at))
  const found = await findMatches(
    new SearchReader(),
    searches.map(({ search }) => search),
    listings,
  )
  expect(new Set(searches.map(({ looks }) => looks()))).toEqual(new Set([1]))
  const onesOwn = searches.flatMap(({ search }) =>
    listings
      .filter((listing) => listing.book.sellerId !== search.accountId && fits(readSearch(search.search), listing))
      .map(({ book }) => `${search.id} ${book.id}`),
  )
  expect(onesOwn.length).toBeGreaterThan(500)
  expect(found.map(({ wantId, bookId }) => `${wantId} ${bookId}`).toSorted()).toEqual(onesOwn.toSorted())
})

test('while many are compared, whatever else waits has its turns', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    waiting = setImmediate(count)
  }
  let waiting = setImmediate(count)
  const searches = Array.from({ length: 2000 }, (_, at) => aSearch(at).search)
  await findMatches(new SearchReader(), searches, listings)
  clearImmediate(waiting)
  expect(turns).toBeGreaterThan(10)
})
