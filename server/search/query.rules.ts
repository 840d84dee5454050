import { asIsbn13, hasIsbnForm, plainIsbn } from '#contract/books/isbn.ts'
import type { Spelling } from './spelling.rules.ts'
import { wordsOf } from './words.rules.ts'

const MOST_TERMS = 12
const QUOTES = /["“”„«»]/g
/** A text in quotes, or what stands between spaces; each with the minus before it. */
const CHUNK = /(-?)(?:"([^"]*)"?|([^\s"]+))/g

/** What somebody asked for, before anything is known of the words. */
export interface ParsedQuery {
  /** Thirteen digits, where that is all that was typed. */
  isbn: string | null
  isWrongIsbn: boolean
  /** All of them are to be found, in any order. `isQuoted`: as it stands. */
  terms: { word: string; isQuoted: boolean }[]
  /** Words in quotes, which stand together: 'to kill a'. */
  phrases: string[]
  /** None of them is to be found. */
  unwanted: string[]
}

/** Takes time in proportion to the text, whatever it is. */
export function parseQuery(text: string): ParsedQuery {
  const plain = plainIsbn(text)
  const looksLikeIsbn = hasIsbnForm(plain)
  const isbn = looksLikeIsbn ? asIsbn13(plain) : null
  const parsed: ParsedQuery = {
    isbn,
    isWrongIsbn: looksLikeIsbn && isbn === null,
    terms: [],
    phrases: [],
    unwanted: [],
  }
  for (const [, minus, quoted, bare = ''] of text.replace(QUOTES, '"').matchAll(CHUNK)) {
    const words = wordsOf(quoted ?? bare, MOST_TERMS)
    if (minus === '-') parsed.unwanted.push(...words)
    else parsed.terms.push(...words.map((word) => ({ word, isQuoted: quoted !== undefined })))
    if (minus !== '-' && quoted !== undefined && words.length > 1) parsed.phrases.push(words.join(' '))
  }
  return {
    ...parsed,
    terms: eachOnce(parsed.terms).slice(0, MOST_TERMS),
    phrases: parsed.phrases.slice(0, 3),
    unwanted: [...new Set(parsed.unwanted)].slice(0, MOST_TERMS),
  }
}

const eachOnce = (terms: ParsedQuery['terms']) => [...new Map(terms.map((term) => [term.word, term])).values()]

/** A word of the query, and what counts as it: beginnings of words where `isPrefix`, other spellings. */
export interface Wanted {
  word: string
  isPrefix: boolean
  spellings: readonly string[]
  /** In no more works any of these stands; null where that isn't known. */
  works: number | null
}

/** A word in all its spellings. */
export const spelledAs = (word: string, works: number, others: readonly Spelling[]): Wanted => ({
  word,
  isPrefix: false,
  spellings: others.map((one) => one.word),
  works: others.reduce((sum, one) => sum + one.works, works),
})

/** With more, so many have to be found: those that the fewest works have. The others only tell what comes first. */
export const MOST_REQUIRED = 6

/** The words that the fewest works have, in the order in which they were typed. */
export function rarest(wanted: readonly Wanted[], most: number = MOST_REQUIRED): readonly Wanted[] {
  if (wanted.length <= most) return wanted
  const rare = new Set(wanted.toSorted((one, other) => worksOf(one) - worksOf(other)).slice(0, most))
  return wanted.filter((one) => rare.has(one))
}
const worksOf = ({ works }: Wanted) => works ?? Infinity

/** What is looked for. */
export interface SearchPlan {
  wanted: readonly Wanted[]
  /** Those of the words that have to be found. */
  required: readonly Wanted[]
  /** Where: the words of titles and authors, or all words of a copy. */
  among: 'works' | 'texts'
  /** One of the required words may be missing. */
  butOne: boolean
  unwanted: readonly string[]
  phrases: readonly string[]
}

/** No more works have all the required words; Infinity where that isn't known. */
export function mostWorks({ required, among, butOne }: Pick<SearchPlan, 'required' | 'among' | 'butOne'>): number {
  const known = required.flatMap(({ works }) => works ?? [])
  return among === 'texts' || butOne ? Infinity : Math.min(...known)
}

const lexeme = (word: string) => `'${word.replaceAll(/['\\]/g, '$&$&')}'`
const alternatives = ({ word, isPrefix, spellings }: Wanted) =>
  `(${[lexeme(word) + (isPrefix ? ':*' : ''), ...spellings.map(lexeme)].join('|')})`

/** As PostgreSQL's `tsquery`, whose operators no word can contain. */
export function tsqueryOf({
  required,
  butOne,
  unwanted,
}: Pick<SearchPlan, 'required' | 'butOne' | 'unwanted'>): string {
  const all = (those: readonly Wanted[]) => those.map(alternatives).join('&')
  const found = butOne ? required.map((_, at) => `(${all(required.toSpliced(at, 1))})`).join('|') : all(required)
  return [`(${found})`, ...unwanted.map((word) => `!${lexeme(word)}`)].join('&')
}

/** Any of the words. */
export const tsqueryOfAny = (words: readonly string[]): string => words.map(lexeme).join('|')

/** Whether a word of a title or an author counts as a wanted one; how well: 0 as typed, 1 begins so, 2 spelled otherwise. */
export function likeness({ word, isPrefix, spellings }: Wanted, found: string): 0 | 1 | 2 | null {
  if (found === word) return 0
  if (isPrefix && found.startsWith(word)) return 1
  return spellings.includes(found) ? 2 : null
}
