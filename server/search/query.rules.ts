import { asIsbn13, hasIsbnForm, plainIsbn } from '#contract/books/isbn.ts'
import type { Spelling } from './spelling.rules.ts'
import { tokenize } from './words.rules.ts'

const MOST_TERMS = 12
const QUOTES = /["“”„«»]/g
/** Chunk of a query: a quoted text, or a run without spaces; each with its minus. */
const CHUNK = /(-?)(?:"([^"]*)"?|([^\s"]+))/g

/** A parsed query, before the dictionary is consulted. */
export interface ParsedQuery {
  /** Thirteen digits, where the query is nothing else. */
  isbn: string | null
  isWrongIsbn: boolean
  /** Required words, in any order. `isQuoted`: verbatim, without spelling correction. */
  terms: { word: string; isQuoted: boolean }[]
  /** Quoted words, which must stand together: 'to kill a'. */
  phrases: string[]
  /** Excluded words. */
  unwanted: string[]
}

/** Parses a query in linear time, whatever its text. */
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
    const words = tokenize(quoted ?? bare, MOST_TERMS)
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

/** A word of the query with what also matches it: longer words where `isPrefix`, and other spellings. */
export interface Wanted {
  word: string
  isPrefix: boolean
  spellings: readonly string[]
  /** Upper bound of works that match; null where unknown. */
  works: number | null
}

/** A word with its other spellings. */
export const spelledAs = (word: string, works: number, others: readonly Spelling[]): Wanted => ({
  word,
  isPrefix: false,
  spellings: others.map((one) => one.word),
  works: others.reduce((sum, one) => sum + one.works, works),
})

/** Most required words: the rarest. The others only count for ranking. */
export const MOST_REQUIRED = 6

/** The rarest words, in the order they were typed. */
export function rarest(wanted: readonly Wanted[], most: number = MOST_REQUIRED): readonly Wanted[] {
  if (wanted.length <= most) return wanted
  const rare = new Set(wanted.toSorted((one, other) => worksOf(one) - worksOf(other)).slice(0, most))
  return wanted.filter((one) => rare.has(one))
}
const worksOf = ({ works }: Wanted) => works ?? Infinity

/** A search plan: the words of a full-text search, and which of them are required. */
export interface SearchPlan {
  wanted: readonly Wanted[]
  /** Words that a result must have. */
  required: readonly Wanted[]
  /** Where to search: words of titles and authors, or all words of a copy. */
  among: 'works' | 'texts'
  /** One of the required words may be missing. */
  butOne: boolean
  unwanted: readonly string[]
  phrases: readonly string[]
}

/** Upper bound of works with all required words; Infinity where unknown. */
export function mostWorks({ required, among, butOne }: Pick<SearchPlan, 'required' | 'among' | 'butOne'>): number {
  const counts = required.flatMap(({ works }) => works ?? [])
  return among === 'texts' || butOne ? Infinity : Math.min(...counts)
}

const lexeme = (word: string) => `'${word.replaceAll(/['\\]/g, '$&$&')}'`
const alternatives = ({ word, isPrefix, spellings }: Wanted) =>
  `(${[lexeme(word) + (isPrefix ? ':*' : ''), ...spellings.map(lexeme)].join('|')})`

/** PostgreSQL `tsquery` (full-text search) of a plan; words can't contain its operators. */
export function tsqueryOf({
  required,
  butOne,
  unwanted,
}: Pick<SearchPlan, 'required' | 'butOne' | 'unwanted'>): string {
  const all = (those: readonly Wanted[]) => those.map(alternatives).join('&')
  const found = butOne ? required.map((_, at) => `(${all(required.toSpliced(at, 1))})`).join('|') : all(required)
  return [`(${found})`, ...unwanted.map((word) => `!${lexeme(word)}`)].join('&')
}

/** `tsquery` that matches any of the words. */
export const tsqueryOfAny = (words: readonly string[]): string => words.map(lexeme).join('|')

/** How well a title's or author's word matches: 0 exactly, 1 as a prefix, 2 in another spelling; null not at all. */
export function likeness({ word, isPrefix, spellings }: Wanted, found: string): 0 | 1 | 2 | null {
  if (found === word) return 0
  if (isPrefix && found.startsWith(word)) return 1
  return spellings.includes(found) ? 2 : null
}
