import { asIsbn13, hasIsbnForm, plainIsbn } from '#contract/books/isbn.ts'
import type { Correction } from './spelling.rules.ts'
import { tokenize, withoutArticle } from './words.rules.ts'

const MOST_TERMS = 12
const QUOTES = /["“”„«»]/g
/** Chunk of a query: a quoted text, or a run without spaces; each with its minus. */
const CHUNK = /(-?)(?:"([^"]*)"?|([^\s"]+))/g

/** A parsed query, before the dictionary is consulted. */
export interface ParsedQuery {
  /** Thirteen digits, where the query is nothing else. */
  isbn: string | null
  isWrongIsbn: boolean
  /** Numbers that may be meant: one with words around it, or what twelve digits of one may be. */
  likelyIsbns: string[]
  /** The first digits of one, where the query is nothing else. */
  isbnBeginning: string | null
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
    likelyIsbns: looksLikeIsbn ? [] : likelyIsbns(text),
    isbnBeginning: ISBN_BEGINNING.test(plain) ? plain : null,
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

/** Fewest digits that tell an edition, and most that one with a digit missing doesn't have. */
const ISBN_BEGINNING = /^97[89]\d{5,8}$/

/** Digits as covers have them, among other words. */
const DIGITS = /\d[\d\s-]{8,18}[\dx]/i

function likelyIsbns(text: string): string[] {
  const [digits = ''] = DIGITS.exec(text) ?? []
  const plain = plainIsbn(digits)
  const isbn = asIsbn13(plain)
  if (isbn !== null) return [isbn]
  if (!/^97[89]\d{9}$/.test(plain)) return []
  const completed = Array.from({ length: 13 * 10 }, (_, at) => {
    const place = Math.floor(at / 10)
    return `${plain.slice(0, place)}${at % 10}${plain.slice(place)}`
  })
  return [...new Set(completed)].filter((one) => asIsbn13(one) !== null)
}

const eachOnce = (terms: ParsedQuery['terms']) => [...new Map(terms.map((term) => [term.word, term])).values()]

/** A word of the query with what also matches it: longer words where `isPrefix`, equal words, and other spellings. */
export interface Wanted {
  word: string
  isPrefix: boolean
  /** Words of the same meaning: a number, a plural, a name as others write it. */
  equals: readonly string[]
  /** Other spellings, the nearest first. */
  spellings: readonly Pick<Correction, 'word' | 'typos'>[]
  /** Upper bound of works that match; null where unknown. */
  works: number | null
  /** How much it tells of what is meant: more where fewer works have it; 0 of a small word. */
  weight: number
}

/** A word that is looked for as it is. */
export const asTyped = (word: string, works: number | null, weight = 1): Wanted => ({
  word,
  isPrefix: false,
  equals: [],
  spellings: [],
  works,
  weight,
})

/** A word with its other spellings. */
export const spelledAs = (one: Wanted, others: readonly Correction[]): Wanted => ({
  ...one,
  spellings: others.map(({ word, typos }) => ({ word, typos })),
  works: others.reduce((sum, { works }) => sum + works, one.works ?? 0),
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
  /** Weight that the found ones among the required words must have together; null where all must be found. */
  enough: number | null
  /** Found by other words than those typed, so what is far behind the best isn't shown. */
  isGuess: boolean
  unwanted: readonly string[]
  phrases: readonly string[]
}

/** The words as a title that begins with them has them. */
export const titleOf = ({ wanted }: Pick<SearchPlan, 'wanted'>): readonly string[] =>
  withoutArticle(wanted.map(({ word }) => word))

type Required = Pick<SearchPlan, 'required' | 'enough'>

/** Upper bound of works with the required words; Infinity where unknown. */
export function mostWorks({ among, ...required }: Required & Pick<SearchPlan, 'among'>): number {
  if (among === 'texts') return Infinity
  const fewest = (words: readonly Wanted[]) => Math.min(...words.flatMap(({ works }) => works ?? []))
  return sufficient(required).reduce((sum, words) => sum + fewest(words), 0)
}

/** Sets of the required words that are enough, none of which would be enough with a word less. */
export function sufficient({ required, enough }: Required): (readonly Wanted[])[] {
  if (enough === null) return [required]
  const found: (readonly Wanted[])[] = []
  const heaviestFirst = required.toSorted((one, other) => other.weight - one.weight)
  const add = (from: number, chosen: readonly Wanted[], weight: number): void => {
    // The last word is the lightest: without any other it would not be enough either.
    if (weight >= enough) found.push(chosen)
    else
      for (const [at, one] of heaviestFirst.entries())
        if (at >= from) add(at + 1, [...chosen, one], weight + one.weight)
  }
  add(0, [], 0)
  return found
}

const lexeme = (word: string) => `'${word.replaceAll(/['\\]/g, '$&$&')}'`
const alternatives = ({ word, isPrefix, equals, spellings }: Wanted) =>
  `(${[lexeme(word) + (isPrefix ? ':*' : ''), ...[...equals, ...spellings.map((one) => one.word)].map(lexeme)].join('|')})`

/** PostgreSQL `tsquery` (full-text search) of a plan; words can't contain its operators. */
export function tsqueryOf({ unwanted, ...required }: Required & Pick<SearchPlan, 'unwanted'>): string {
  const sets = sufficient(required).map((words) => words.map(alternatives).join('&'))
  const found = sets.length === 1 ? sets[0]! : sets.map((set) => `(${set})`).join('|')
  return [`(${found})`, ...unwanted.map((word) => `!${lexeme(word)}`)].join('&')
}

/** `tsquery` that matches any of the words. */
export const tsqueryOfAny = (words: readonly string[]): string => words.map(lexeme).join('|')

/** How well a title's or author's word matches: 0 exactly, 1 as a prefix or an equal word, 2 in another spelling. */
export function likeness({ word, isPrefix, equals, spellings }: Wanted, found: string): 0 | 1 | 2 | null {
  if (found === word) return 0
  if ((isPrefix && found.startsWith(word)) || equals.includes(found)) return 1
  return spellings.some((one) => one.word === found) ? 2 : null
}
