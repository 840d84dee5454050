import { placeOf } from './copy-filter.rules.ts'
import { factsOf } from './facts.rules.ts'
import type { CopySums, IndexedCopy, ListedCopy, SummedCopy, WorkTexts } from './search-index.sql.ts'
import { abbreviations } from './understanding/title-parts.rules.ts'
import { indexedWords, mainTitle, tokenize } from './words.rules.ts'
import { formId, type Form } from './works/form.rules.ts'

/** Most words of a description that are indexed. */
const MOST_WORDS = 120

/** A work's words that are indexed; the copies of one may be written in many ways. */
const MOST_OF_WORK = 300

/** A copy's entry in the index, without its work. */
export interface Entry {
  form: Form
  copy: Omit<IndexedCopy, 'workId'>
  /** All words; null where the copy isn't for sale. */
  words: string[] | null
}

export function entryOf({ title, author, description, publisher, ...facts }: ListedCopy): Entry {
  const texts = [title, author, publisher ?? '', description]
  const form = { title, author, isbn: facts.isbn, language: facts.language }
  return {
    form,
    copy: { ...facts, formId: formId(form), place: placeOf(facts.location) },
    words: facts.availability === 0 ? indexedWords(texts.flatMap((text) => tokenize(text, MOST_WORDS))) : null,
  }
}

/** A work is called as most of its forms are, and has the words of all, so that it is found by each. */
export function textsOf(id: string, forms: readonly Pick<Form, 'title' | 'author'>[]): WorkTexts {
  const title = mostUsual(forms.map((form) => form.title))
  const author = mostUsual(forms.map((form) => form.author))
  const lists = [...new Set(forms.flatMap((form) => [form.title, form.author]))]
    .toSorted()
    .map((text) => tokenize(text, 60))
  return {
    id,
    title,
    author,
    titleWords: tokenize(title, 60).join(' '),
    authorWords: tokenize(author, 60).join(' '),
    mainTitle: mainTitle(title),
    words: [...new Set([...lists.flatMap(indexedWords), ...forms.flatMap((form) => abbreviations(form.title))])].slice(
      0,
      MOST_OF_WORK,
    ),
  }
}

/** The text that comes most often, of several the shortest. */
function mostUsual(texts: readonly string[]): string {
  const times = Map.groupBy(texts, (text) => text)
  const [first] = [...times].toSorted(
    ([one, some], [other, others]) =>
      others.length - some.length || one.length - other.length || (one < other ? -1 : 1),
  )
  return first?.[0] ?? ''
}

const NEVER: string | null = null

/** Sums of a work over these, which are all its copies. */
export function sumsOf(copies: readonly SummedCopy[]): CopySums {
  const forSale = copies.filter(({ availability }) => availability === 0)
  const dated = forSale.length > 0 ? forSale : copies
  return {
    forSale: forSale.length,
    isReserved: copies.some(({ availability }) => availability === 1),
    lowestPrice: forSale.length > 0 ? Math.min(...forSale.map(({ price }) => price)) : null,
    // Timestamps in the database's text form sort as text.
    newestAt: dated
      .map(({ postedAt }) => postedAt)
      .reduce((one, other) => (one === null || other > one ? other : one), NEVER),
    facts: [...new Set(forSale.flatMap(factsOf))].toSorted((one, other) => one - other),
  }
}

/** Change in the number of works per word. */
export function countOf(works: readonly (readonly string[])[], change: 1 | -1): Map<string, number> {
  const changes = new Map<string, number>()
  for (const word of works.flat()) changes.set(word, (changes.get(word) ?? 0) + change)
  return changes
}
