import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import { parseQuery } from './query.rules.ts'
import { telling, withoutAnd } from './understanding/small-words.rules.ts'
import { indexedWords, tokenize } from './words.rules.ts'

export { copyFilter, passes, placeOf, type CopyFilter } from './copy-filter.rules.ts'
export { spellingsOf } from './spelling.rules.ts'
export { whyNever } from './understood/never-matches.rules.ts'

/** Words of a saved search; an ISBN is a word. */
export interface AskedWords {
  /** Whole words that decide: never small ones where there are others. */
  words: readonly string[]
  /** Beginnings of words, which a saved search has as `murak*`. */
  beginnings: readonly string[]
  /** Words that must stand together. */
  phrases: string[]
  /** Excluded words. */
  unwanted: string[]
}

export function askedWords(q: string): AskedWords {
  const { isbn, terms, phrases, unwanted } = parseQuery(q)
  if (isbn !== null) return { words: [isbn], beginnings: [], phrases: [], unwanted: [] }
  const begun = new Set([...q.matchAll(BEGINNING)].flatMap(([, word = '']) => tokenize(word)))
  const words = telling(terms.map(({ word }) => word))
  const whole = words.filter((word) => !begun.has(word))
  // Books are looked up by a whole word, so beginnings alone count as such.
  return whole.length === 0
    ? { words, beginnings: [], phrases: phrases.map(withoutAnd), unwanted }
    : {
        words: whole,
        beginnings: words.filter((word) => begun.has(word)),
        phrases: phrases.map(withoutAnd),
        unwanted,
      }
}
const BEGINNING = /([\p{L}\p{N}\p{M}]{3,})\*(?=\s|$)/gu

/**
 * Tokenizes a listing, its ISBN included, and neighbours of its title as one word. `lines`: words of title and author,
 * in order, without "and".
 */
export function wordsOfListing(listing: {
  title: string
  author: string
  publisher: string | null
  description: string
  isbn: string | null
}): { words: string[]; lines: string } {
  const { title, author, publisher, description, isbn } = listing
  const [titleWords, authorWords] = [tokenize(title, 60), tokenize(author, 60)]
  const others = [publisher ?? '', description].flatMap((text) => tokenize(text, 120))
  const joined = titleWords.slice(1).map((word, at) => titleWords[at]! + word)
  return {
    words: [...indexedWords([...titleWords, ...authorWords, ...others]), ...joined, ...(isbn === null ? [] : [isbn])],
    lines: withoutAnd(`${titleWords.join(' ')} | ${authorWords.join(' ')}`),
  }
}

/** The rarest word by the number of works; of unknown words the longest. Undefined where there is no word. */
export async function findRarest(db: Db, words: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ word: string }>`
    SELECT given.word FROM unnest(${words}::text[]) AS given(word) LEFT JOIN search.words w ON w.word = given.word
    ORDER BY coalesce(w.works, 0), length(given.word) DESC, given.word LIMIT 1`.execute(db)
  return rows[0]?.word
}
