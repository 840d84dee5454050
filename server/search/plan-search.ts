import type { SearchRequest } from '#contract/search/search-request.ts'
import type { Db } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import type { CopyFilter } from './copy-filter.rules.ts'
import { countWorks, listNeighbours, lookUpWords } from './dictionary.sql.ts'
import { mostWorks, parseQuery, titleOf, tsqueryOf, type ParsedQuery, type SearchPlan } from './query.rules.ts'
import { LEAST, POOR, rank, type Candidate } from './ranking.rules.ts'
import { cacheSearchResult } from './search-cache.ts'
import { findIsbn, findIsbnBeginning, listByTitle, listNewest, MOST_RANKED } from './search.sql.ts'
import { nameApart, romanized } from './understanding/names.rules.ts'
import { spelledOut, withDigits } from './understanding/numbers.rules.ts'
import {
  alternativesOf,
  guesses,
  readingsAsTyped,
  readingsReworded,
  type Dictionary,
  type Reading,
  type Terms,
  type Words,
} from './understanding/readings.rules.ts'
import { joinedPairs, lettersApart, partsOf, splitWord } from './understanding/split-words.rules.ts'
import { hasAny } from './works-with-words.sql.ts'

export type Interpretation =
  | { kind: 'everything' }
  | { kind: 'nothing' }
  | { kind: 'isbn'; isbn: string }
  | { kind: 'words'; plan: SearchPlan }

export interface InterpretedQuery {
  parsed: ParsedQuery
  interpretation: Interpretation
}

/**
 * Interprets a query: the first reading of its words that finds anything. First as typed, in titles and authors; then
 * in whole listings; then split, joined or with numbers otherwise; then with spelling correction; then some of them.
 */
export async function interpretQuery({ db }: Pick<Services, 'db'>, { q, exact }: Asked): Promise<InterpretedQuery> {
  const parsed = parseQuery(q)
  if (q === '') return { parsed, interpretation: { kind: 'everything' } }
  if (parsed.isbn !== null) return { parsed, interpretation: { kind: 'isbn', isbn: parsed.isbn } }
  const likely = exact ? null : await findLikelyIsbn(db, parsed)
  if (likely !== null) return { parsed, interpretation: { kind: 'isbn', isbn: likely } }
  if (parsed.terms.length === 0) return { parsed, interpretation: { kind: 'nothing' } }
  const { terms, phrases, unwanted } = parsed
  const interpretation = await cacheSearchResult(db, ['interpretation', terms, phrases, unwanted, exact], () =>
    readWords(db, parsed, exact),
  )
  return { parsed, interpretation }
}

const findLikelyIsbn = (db: Db, { likelyIsbns, isbnBeginning }: ParsedQuery): Promise<string | null> =>
  isbnBeginning === null ? findIsbn(db, likelyIsbns) : findIsbnBeginning(db, isbnBeginning)

type Asked = Pick<SearchRequest, 'q' | 'exact'>

async function readWords(db: Db, asked: Words, exact: boolean): Promise<Interpretation> {
  const dictionary = await lookUp(db, asked.terms)
  const typed = await firstFound(db, asked, readingsAsTyped(asked, dictionary, exact))
  if (exact) return typed ?? NOTHING
  const score = typed ? await scoreIfPoor(db, typed.plan) : 0
  if (typed && score === null) return typed
  // Some of the words are no better than all of them.
  const guessed = await guess(db, asked, dictionary, typed === null)
  if (!typed || !guessed) return typed ?? guessed?.found ?? NOTHING
  return guessed.score > score! ? guessed.found : typed
}
const NOTHING = { kind: 'nothing' } as const
type OfWords = Extract<Interpretation, { kind: 'words' }>

/** Score of the best work; null where it has the words as titles or names have them, or one of many works may. */
async function scoreIfPoor(db: Db, plan: SearchPlan): Promise<number | null> {
  if (plan.required.length < 2 || mostWorks(plan) > FEW_WORKS) return null
  const score = await bestScore(db, plan)
  return score < POOR ? score : null
}
const FEW_WORKS = 100

async function bestScore(db: Db, plan: SearchPlan): Promise<number> {
  const newest = await findNewest(db, plan, null)
  // Of many works the best may be an older one, of which the title begins so.
  const older = newest.length < MOST_RANKED ? [] : await listByTitle(db, plan, null, titleOf(plan))
  return rank([...newest, ...older], plan.wanted)[0]?.score ?? 0
}

/** The newest matching works; cached for any order of the words. */
export const findNewest = (db: Db, plan: SearchPlan, filter: CopyFilter | null): Promise<Candidate[]> =>
  cacheSearchResult(db, ['newest', tsqueryOf(plan), plan.phrases, plan.among, filter], () =>
    listNewest(db, plan, filter),
  )

async function lookUp(db: Db, terms: Terms): Promise<Dictionary> {
  const words = terms.map(({ word }) => word)
  const [known, equal] = await Promise.all([lookUpWords(db, words), countWorks(db, words.flatMap(alternativesOf))])
  return {
    works: new Map([...equal.works, ...[...known].map(([word, { works }]) => [word, works] as const)]),
    begun: new Map([...known].map(([word, { begun }]) => [word, begun])),
    total: equal.total,
  }
}

interface Guess {
  found: OfWords
  score: number
}

/** The reading that fits best, or the first that fits well. */
async function guess(db: Db, asked: Words, before: Dictionary, maySome: boolean): Promise<Guess | null> {
  const { lists, dictionary } = await reword(db, asked.terms, before)
  const words = lists.flatMap((terms) => terms.map(({ word }) => word))
  const neighbours = await listNeighbours(db, [...new Set(words)])
  const guessed = lists.map((terms) => guesses({ terms }, dictionary, neighbours))
  // Not of parts of a single word, and not where two words are one only perhaps.
  const mayBeSome = (terms: Terms) => asked.terms.length > 1 && terms.length >= asked.terms.length
  const readings = [
    ...readingsReworded(lists.slice(1), dictionary),
    ...guessed.flatMap(({ all }) => all),
    ...guessed.flatMap(({ some }, at) => (maySome && mayBeSome(lists[at]!) ? some : [])).slice(0, MOST_SOME),
  ]
  let best: Guess | null = null
  for (const reading of readings) {
    const plan = planOf(asked, reading)
    // oxlint-disable-next-line no-await-in-loop -- each only where the one before fits badly
    const score = mostWorks(plan) === 0 ? 0 : await bestScore(db, plan)
    if (score > (best?.score ?? LEAST)) best = { score, found: { kind: 'words', plan } }
    if (score >= POOR) break
  }
  return best
}
const MOST_SOME = 4

interface Reworded {
  /** The words as typed, and others that may be meant. */
  lists: Terms[]
  dictionary: Dictionary
}

/** Words that were typed together, apart, or as numbers: harrypotter, mocking bird, nineteen eighty four. */
async function reword(db: Db, terms: Terms, dictionary: Dictionary): Promise<Reworded> {
  // Quoted words are searched verbatim.
  if (terms.some(({ isQuoted }) => isQuoted)) return { lists: [terms], dictionary }
  const typed = terms.map(({ word }) => word)
  const isRare = (word: string) => (dictionary.works.get(word) ?? 0) <= FEW_OF_RARE
  const rare = typed.filter(isRare)
  const joined = joinedPairs(typed)
  const others = [
    withDigits(typed),
    typed.flatMap((word) => spelledOut(word) ?? [word]),
    typed.flatMap((word) => nameApart(word) ?? [word]),
    typed.map((word) => (isRare(word) ? romanized(word) : null) ?? word),
    lettersApart(typed, isRare),
  ]
  const candidates = [...rare.flatMap(partsOf), ...joined.flat(), ...others.flatMap((words) => words ?? [])]
  const { works } = await countWorks(db, [...new Set(candidates)])
  const split = typed.flatMap((word) => (isRare(word) ? splitWord(word, works) : null) ?? [word])
  // Two words are one where that is known, or where one of them isn't.
  const mayBeOne = (words: readonly string[], at: number) =>
    works.has(words[at]!) || isRare(typed[at]!) || isRare(typed[at + 1]!)
  const lists = [split, ...others.filter((words) => words !== null), ...joined.filter(mayBeOne)]
  return {
    lists: [
      terms,
      ...lists
        .filter((words) => words.join(' ') !== typed.join(' '))
        .slice(0, MOST_REWORDED)
        .map((words) => words.map((word) => ({ word, isQuoted: false }))),
    ],
    dictionary: { ...dictionary, works: new Map([...works, ...dictionary.works]) },
  }
}
const MOST_REWORDED = 4
/** A word of more works is hardly two words together, or half of one. */
const FEW_OF_RARE = 2

async function firstFound(db: Db, asked: Words, readings: readonly Reading[]): Promise<OfWords | null> {
  const tried = new Set<string>()
  for (const reading of readings) {
    const plan = planOf(asked, reading)
    const key = JSON.stringify([plan.required, plan.among, plan.enough])
    // oxlint-disable-next-line no-await-in-loop -- each only where the one before found nothing
    if (!tried.has(key) && (await hasAny(db, plan))) return { kind: 'words', plan }
    tried.add(key)
  }
  return null
}

const planOf = ({ unwanted, phrases }: Words, reading: Reading): SearchPlan => ({ unwanted, phrases, ...reading })
