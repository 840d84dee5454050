import { MOST_LOOKING } from '#contract/wants/wanted.ts'
import { wordsOfListing } from '#server/search/search.public.ts'
import type { Services } from '#server/services.ts'
import { hasWordsOf, readSearch } from './fits.ts'
import { listSearchesWith } from './matches.sql.ts'

/** Saved searches that are compared at most. */
const MOST_COMPARED = 1000

/**
 * How many others wait for a book that is about to be listed, by the words of their saved searches. Their filters
 * are left aside: while a form is filled in, most of what they ask for isn't said yet.
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
