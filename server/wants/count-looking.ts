import { MOST_LOOKING } from '#contract/wants/wanted.ts'
import { wordsOfListing } from '#server/search/search.public.ts'
import type { Services } from '#server/services.ts'
import { hasWordsOf, readSearch } from './fits.ts'
import { listSearchesWith } from './matches.sql.ts'

/** Maximum of saved searches compared. */
const MOST_COMPARED = 1000

/**
 * Counts the other people who wait for a book about to be listed, by the words of their saved searches. Ignores their
 * filters: a half-filled form lacks most of these facts.
 */
export async function countLooking(
  { db }: Pick<Services, 'db'>,
  accountId: string,
  { title, author, isbn }: { title: string; author: string; isbn: string | null },
): Promise<number> {
  const { words, lines } = wordsOfListing({ title, author, publisher: null, description: '', isbn })
  if (words.length === 0) return 0
  const listing = { words: new Set(words), lines }
  const searches = await listSearchesWith(db, words, null, MOST_COMPARED)
  const people = new Set(
    searches.filter(({ search }) => hasWordsOf(readSearch(search).asked, listing)).map((one) => one.accountId),
  )
  people.delete(accountId)
  return Math.min(people.size, MOST_LOOKING)
}
