import { placeOf } from './copy-filter.rules.ts'
import { factsOf } from './facts.rules.ts'
import type { CopySums, IndexedCopy, ListedCopy, NewWork, SummedCopy } from './search-index.sql.ts'
import { indexedWords, mainTitle, tokenize, workKey } from './words.rules.ts'

/** Most words of a description that are indexed. */
const MOST_WORDS = 120

/** A copy's entry in the index, with its work's key in place of the id. */
export interface Entry {
  key: string
  title: string
  author: string
  copy: Omit<IndexedCopy, 'workId'>
  /** All words; null where the copy isn't for sale. */
  words: string[] | null
}

export function entryOf({ title, author, description, publisher, ...facts }: ListedCopy): Entry {
  const texts = [title, author, publisher ?? '', description]
  return {
    key: workKey(title, author),
    title,
    author,
    copy: { ...facts, place: placeOf(facts.location) },
    words: facts.availability === 0 ? indexedWords(texts.flatMap((text) => tokenize(text, MOST_WORDS))) : null,
  }
}

/** Builds a work from all of its copies, oldest first; the oldest gives its title. */
export function workOf(copies: readonly Entry[]): NewWork {
  const { key, title, author } = copies[0]!
  const [titleWords, authorWords] = [tokenize(title, 60), tokenize(author, 60)]
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

/** Sums of a work over these, which are all its copies. */
export function sumsOf(copies: readonly SummedCopy[]): CopySums {
  const forSale = copies.filter(({ availability }) => availability === 0)
  const dated = forSale.length > 0 ? forSale : copies
  return {
    forSale: forSale.length,
    isReserved: copies.some(({ availability }) => availability === 1),
    lowestPrice: forSale.length > 0 ? Math.min(...forSale.map(({ price }) => price)) : null,
    // Timestamps in the database's text form sort as text.
    newestAt: dated.map(({ postedAt }) => postedAt).reduce((one, other) => (other > one ? other : one)),
    facts: [...new Set(forSale.flatMap(factsOf))].toSorted((one, other) => one - other),
  }
}

/** Change in the number of works per word. */
export function countOf(works: readonly (readonly string[])[], change: 1 | -1): Map<string, number> {
  const changes = new Map<string, number>()
  for (const word of works.flat()) changes.set(word, (changes.get(word) ?? 0) + change)
  return changes
}
