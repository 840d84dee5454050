import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import { parseQuery } from './query.rules.ts'
import { indexedWords, tokenize } from './words.rules.ts'

export { copyFilter, passes, placeOf, type CopyFilter } from './copy-filter.rules.ts'

/** Words of a saved search; an ISBN is a word. */
export interface AskedWords {
  words: string[]
  /** Words that must stand together. */
  phrases: string[]
  /** Excluded words. */
  unwanted: string[]
}

export function askedWords(q: string): AskedWords {
  const { isbn, terms, phrases, unwanted } = parseQuery(q)
  return isbn === null
    ? { words: terms.map(({ word }) => word), phrases, unwanted }
    : { words: [isbn], phrases: [], unwanted: [] }
}

/** Tokenizes a listing, its ISBN included. `lines`: words of title and author, in order. */
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
  return {
    words: [...indexedWords([...titleWords, ...authorWords, ...others]), ...(isbn === null ? [] : [isbn])],
    lines: `${titleWords.join(' ')} | ${authorWords.join(' ')}`,
  }
}

/** The rarest word by the number of works; of unknown words the longest. Undefined where there is no word. */
export async function findRarest(db: Db, words: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ word: string }>`
    SELECT given.word FROM unnest(${words}::text[]) AS given(word) LEFT JOIN search.words w ON w.word = given.word
    ORDER BY coalesce(w.works, 0), length(given.word) DESC, given.word LIMIT 1`.execute(db)
  return rows[0]?.word
}
