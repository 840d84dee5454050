import type { SearchRequest } from '#contract/search/search-request.ts'
import type { Db } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { listNeighbours, lookUpWords, type KnownWord } from './dictionary.sql.ts'
import {
  MOST_REQUIRED,
  parseQuery,
  rarest,
  spelledAs,
  tsqueryOf,
  type ParsedQuery,
  type SearchPlan,
  type Wanted,
} from './query.rules.ts'
import { cacheSearchResult } from './search-cache.ts'
import { hasAny } from './works-with-words.sql.ts'
import { nearest, type Spelling } from './spelling.rules.ts'

/** Most spelling corrections per word. */
const MOST_SPELLINGS = 5
/** Shortest word that also counts as a prefix of longer ones. */
const SHORTEST_BEGINNING = 3
/** Fewest words with which one may be missing. */
const FEWEST_TO_MISS_ONE = 3
/** With more words than these, common ones are neither corrected nor used as prefixes: the others suffice. */
const FEW_TERMS = 3
/** A word of more works is common. */
const FEW_WORKS = 2000
/** Most prefixes of common words in one search. */
const MOST_WIDE = 2

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
 * in whole listings; then with spelling correction; then without one of the words.
 */
export async function interpretQuery({ db }: Pick<Services, 'db'>, { q, exact }: Asked): Promise<InterpretedQuery> {
  const parsed = parseQuery(q)
  if (q === '') return { parsed, interpretation: { kind: 'everything' } }
  if (parsed.isbn !== null) return { parsed, interpretation: { kind: 'isbn', isbn: parsed.isbn } }
  if (parsed.terms.length === 0) return { parsed, interpretation: { kind: 'nothing' } }
  // Sorted: the words in any order share one cached interpretation. Their order matters only for ranking.
  const question = inOneOrder(parsed)
  const interpretation = await cacheSearchResult(db, ['interpretation', question, exact], () =>
    readWords(db, question, exact),
  )
  return {
    parsed,
    interpretation: interpretation.kind === 'words' ? inOrderOf(parsed, interpretation) : interpretation,
  }
}

type Asked = Pick<SearchRequest, 'q' | 'exact'>
type Words = Pick<ParsedQuery, 'terms' | 'phrases' | 'unwanted'>

/** Sorts the words, so that the same words in any order are one key. */
export const inOneOrder = ({ terms, phrases, unwanted }: Words): Words => ({
  terms: terms.toSorted((one, other) => (one.word < other.word ? -1 : 1)),
  phrases: phrases.toSorted(),
  unwanted: unwanted.toSorted(),
})

function inOrderOf({ terms }: ParsedQuery, { kind, plan }: Extract<Interpretation, { kind: 'words' }>): Interpretation {
  const place = new Map(terms.map(({ word }, at) => [word, at]))
  const wanted = plan.wanted.toSorted((one, other) => place.get(one.word)! - place.get(other.word)!)
  return { kind, plan: { ...plan, wanted } }
}

async function readWords(db: Db, asked: Words, exact: boolean): Promise<Interpretation> {
  const words = asked.terms.map(({ word }) => word)
  const dictionary = await lookUpWords(db, words)
  const typed = readingsAsTyped(asked, dictionary)
  const found = await firstFound(db, asked, typed)
  if (found) return found
  if (exact) return { kind: 'nothing' }
  const nameOf = (reading: Reading) => `${reading.among} ${tsqueryOf(planOf(asked, reading))}`
  const tried = new Set(typed.map(nameOf))
  const isNew = (reading: Reading) => !tried.has(nameOf(reading))
  const [last, ...others] = guesses(asked, dictionary, await listNeighbours(db, words))
    .filter(isNew)
    .toReversed()
  const guessed = await firstFound(db, asked, others.toReversed())
  // The last reading isn't tested; listing its results shows whether there are any.
  return guessed ?? (last ? { kind: 'words', plan: planOf(asked, last) } : { kind: 'nothing' })
}

async function firstFound(db: Db, asked: Words, readings: Reading[]): Promise<Interpretation | null> {
  for (const reading of readings) {
    const plan = planOf(asked, reading)
    // oxlint-disable-next-line no-await-in-loop -- each only where the one before found nothing
    if (await hasAny(db, plan)) return { kind: 'words', plan }
  }
  return null
}

const planOf = ({ unwanted, phrases }: Words, reading: Reading): SearchPlan => ({ unwanted, phrases, ...reading })

type Reading = Pick<SearchPlan, 'wanted' | 'required' | 'among' | 'butOne'>
type Dictionary = ReadonlyMap<string, KnownWord>

/** Words as typed; an unknown word may be a prefix of known ones. */
function wordsAsTyped({ terms }: Words, dictionary: Dictionary): Wanted[] {
  return terms.map(({ word, isQuoted }) => {
    const { works, begun } = dictionary.get(word)!
    const isPrefix = !isQuoted && works === 0 && begun > 0
    return { word, isPrefix, spellings: [], works: isPrefix ? begun : works }
  })
}
const isKnown = ({ isPrefix, works }: Wanted) => isPrefix || works !== 0
const isCommon = (works: number | null) => works === null || works > FEW_WORKS

/** Required words: at most a few common prefixes among them, which take longest to look up. */
function requiredOf(wanted: readonly Wanted[], most: number): readonly Wanted[] {
  const wide = wanted.filter(({ isPrefix, works }) => isPrefix && isCommon(works))
  const dropped = new Set(wide.slice(MOST_WIDE))
  return rarest(dropped.size === 0 ? wanted : wanted.filter((one) => !dropped.has(one)), most)
}

/** Readings of the words as typed, likeliest first. */
export function readingsAsTyped(parsed: Words, dictionary: Dictionary): Reading[] {
  const wanted = wordsAsTyped(parsed, dictionary)
  const asTyped = wanted.map(({ word, works }) => ({ word, isPrefix: false, spellings: [], works }))
  const whole = asTyped.map((one) => ({ ...one, works: null }))
  const rare = new Set(rarest(asTyped).map(({ word }) => word))
  // Searching listings for common words only is slow, and titles and authors are more likely meant.
  const areMany = wanted.length > FEW_TERMS || parsed.unwanted.length > 0
  const areAllCommon = areMany && wanted.every(({ works }) => isCommon(works))
  return [
    ...(wanted.every(isKnown)
      ? [{ wanted, required: requiredOf(wanted, wanted.length), among: 'works', butOne: false } as const]
      : []),
    // Phrases are known of titles and authors only.
    ...(parsed.phrases.length === 0 && !areAllCommon
      ? [
          {
            wanted: whole,
            required: whole.filter(({ word }) => rare.has(word)),
            among: 'texts',
            butOne: false,
          } as const,
        ]
      : []),
  ]
}

/** Readings with spelling correction, prefixes or a missing word, likeliest first. */
export function guesses(
  parsed: Words,
  dictionary: Dictionary,
  neighbours: ReadonlyMap<string, readonly Spelling[]>,
): Reading[] {
  const { terms } = parsed
  // Quoted words are searched verbatim.
  if (terms.every(({ isQuoted }) => isQuoted)) return []
  const typed = wordsAsTyped(parsed, dictionary)
  const spelled = ({ word }: Wanted) =>
    spelledAs(word, dictionary.get(word)!.works, nearest(word, neighbours.get(word)!, MOST_SPELLINGS))
  const mended = typed.map((one, at) => (isKnown(one) || terms[at]!.isQuoted ? one : spelled(one)))
  const broad = typed.map((one, at) => {
    const { works, begun } = dictionary.get(one.word)!
    // A common word among many is searched as typed.
    if (terms[at]!.isQuoted || (terms.length > FEW_TERMS && isCommon(works))) return one
    return terms.length > FEW_TERMS && isCommon(begun) ? spelled(one) : asBeginning(spelled(one), begun)
  })
  const reading = (wanted: Wanted[]): Reading => ({
    wanted,
    required: requiredOf(wanted, MOST_REQUIRED),
    among: 'works',
    butOne: false,
  })
  return [
    ...(!typed.every(isKnown) && mended.every(isMended) ? [reading(mended)] : []),
    reading(broad),
    ...(terms.length >= FEWEST_TO_MISS_ONE
      ? [{ ...reading(broad), required: requiredButOne(broad), butOne: true }]
      : []),
  ]
}

const isMended = (one: Wanted) => isKnown(one) || one.spellings.length > 0

/**
 * Required words where one may be missing. In a long query, such as a pasted title with a shop's own words behind it,
 * all unknown words may be missing.
 */
function requiredButOne(wanted: readonly Wanted[]): readonly Wanted[] {
  if (wanted.length <= MOST_REQUIRED) return requiredOf(wanted, MOST_REQUIRED)
  const possible = wanted.filter(({ works }) => works !== 0)
  return requiredOf(2 * possible.length >= wanted.length ? possible : wanted, MOST_REQUIRED - 1)
}

const asBeginning = (one: Wanted, begun: number): Wanted =>
  one.word.length < SHORTEST_BEGINNING ? one : { ...one, isPrefix: true, works: (one.works ?? Infinity) + begun }
