import { placeOf } from './copy-filter.rules.ts'
import { factsOf } from './facts.rules.ts'
import type { CopySums, IndexedCopy, ListedCopy, NewWork, SummedCopy } from './search-index.sql.ts'
import { indexedWords, mainTitle, wordsOf, workKey } from './words.rules.ts'

/** The words of a description that count. */
const MOST_WORDS = 120

/** What the index has of a copy; its work's key in place of its id. */
export interface Entry {
  key: string
  title: string
  author: string
  copy: Omit<IndexedCopy, 'workId'>
  /** All its words; null where it isn't for sale. */
  words: string[] | null
}

export function entryOf({ title, author, description, publisher, ...facts }: ListedCopy): Entry {
  const texts = [title, author, publisher ?? '', description]
  return {
    key: workKey(title, author),
    title,
    author,
    copy: { ...facts, place: placeOf(facts.location) },
    words: facts.availability === 0 ? indexedWords(texts.flatMap((text) => wordsOf(text, MOST_WORDS))) : null,
  }
}

/** A work as it is where these are all its copies, the oldest first: it is called what that one calls it. */
export function workOf(copies: readonly Entry[]): NewWork {
  const { key, title, author } = copies[0]!
  const [titleWords, authorWords] = [wordsOf(title, 60), wordsOf(author, 60)]
  return {
    key,
    title,
    author,
    titleWords: titleWords.join(' '),
    authorWords: authorWords.join(' '),
    mainTitle: mainTitle(title),
    words: [...new Set([...indexedWords(titleWords), ...indexedWords(authorWords)])],
    ...sumsOf(copies.map(({ copy }) => copy)),
  }
}

/** What a work says of these, which are all its copies. */
export function sumsOf(copies: readonly SummedCopy[]): CopySums {
  const forSale = copies.filter(({ availability }) => availability === 0)
  const dated = forSale.length > 0 ? forSale : copies
  return {
    forSale: forSale.length,
    isReserved: copies.some(({ availability }) => availability === 1),
    lowestPrice: forSale.length > 0 ? Math.min(...forSale.map(({ price }) => price)) : null,
    // Moments in the database's own form are in order as texts.
    newestAt: dated.map(({ postedAt }) => postedAt).reduce((one, other) => (other > one ? other : one)),
    facts: [...new Set(forSale.flatMap(factsOf))].toSorted((one, other) => one - other),
  }
}

/** How many more works each word stands in, or fewer. */
export function countOf(works: readonly (readonly string[])[], change: 1 | -1): Map<string, number> {
  const changes = new Map<string, number>()
  for (const word of works.flat()) changes.set(word, (changes.get(word) ?? 0) + change)
  return changes
}
