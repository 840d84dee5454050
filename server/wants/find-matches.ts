import { fits, readSearch, type Listing, type ReadSearch } from './fits.ts'
import type { Match, SearchToCompare } from './matches.sql.ts'

/** Searches compared before the event loop gets a turn; a few milliseconds. */
const AT_ONCE = 100
const MOST_REMEMBERED = 20_000

/** Caches parsed saved searches: parsing takes a hundred times as long as comparing. */
export class SearchReader {
  readonly #read = new Map<string, ReadSearch>()

  read(search: string): ReadSearch {
    const cached = this.#read.get(search)
    if (cached) return cached
    if (this.#read.size >= MOST_REMEMBERED) this.#read.clear()
    const read = readSearch(search)
    this.#read.set(search, read)
    return read
  }
}

/** Matches saved searches with listings, without the owner's own. Compares only listings that share a word. */
export async function findMatches(
  reader: SearchReader,
  searches: readonly SearchToCompare[],
  listings: readonly Listing[],
): Promise<Match[]> {
  const byWord = listingsByWord(listings)
  const found: Match[] = []
  for (const [at, { id, accountId, search, often }] of searches.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- yields to the event loop
    if (at % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve))
    const read = reader.read(search)
    for (const listing of fewestWith(read.asked.words, byWord))
      if (listing.book.sellerId !== accountId && fits(read, listing))
        found.push({ wantId: id, accountId, bookId: listing.book.id, often })
  }
  return found
}

function listingsByWord(listings: readonly Listing[]): ReadonlyMap<string, readonly Listing[]> {
  const byWord = new Map<string, Listing[]>()
  for (const listing of listings)
    for (const word of listing.words) {
      const those = byWord.get(word)
      if (those) those.push(listing)
      else byWord.set(word, [listing])
    }
  return byWord
}

/** The listings with the word that the fewest of them have. */
function fewestWith(words: readonly string[], byWord: ReadonlyMap<string, readonly Listing[]>): readonly Listing[] {
  const [fewest = []] = words.map((word) => byWord.get(word) ?? []).toSorted((one, other) => one.length - other.length)
  return fewest
}
