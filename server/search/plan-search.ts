import type { SearchRequest } from '#contract/search/search-request.ts'
import type { Services } from '#server/services.ts'
import { lookUpWords, type KnownWord } from './dictionary.sql.ts'
import { parseQuery, spelledAs, type ParsedQuery, type SearchPlan, type Wanted } from './query.rules.ts'
import { hasAny } from './search.sql.ts'
import { nearest } from './spelling.rules.ts'

/** Other spellings that are looked for besides a word. */
const MOST_SPELLINGS = 5
/** Words are taken for beginnings of longer ones from so many letters on. */
const SHORTEST_BEGINNING = 3
/** One word may be missing where there are so many. */
const FEWEST_TO_MISS_ONE = 3

export type Understood =
  | { kind: 'everything' }
  | { kind: 'nothing' }
  | { kind: 'isbn'; isbn: string }
  | { kind: 'words'; plan: SearchPlan }

export interface Understanding {
  parsed: ParsedQuery
  understood: Understood
}

/**
 * What somebody means: the first reading of the words that anything has. As they were typed, where titles and authors
 * have them all, then where a whole listing has; with other spellings; with one of them left out.
 */
export async function understand(
  { db }: Pick<Services, 'db'>,
  { q, exact }: Pick<SearchRequest, 'q' | 'exact'>,
): Promise<Understanding> {
  const parsed = parseQuery(q)
  if (q === '') return { parsed, understood: { kind: 'everything' } }
  if (parsed.isbn !== null) return { parsed, understood: { kind: 'isbn', isbn: parsed.isbn } }
  if (parsed.terms.length === 0) return { parsed, understood: { kind: 'nothing' } }
  const known = await lookUpWords(
    db,
    parsed.terms.map(({ word }) => word),
  )
  for (const reading of readings(parsed, known)) {
    if (exact && reading.isGuess) break
    const plan = { unwanted: parsed.unwanted, phrases: parsed.phrases, ...reading.plan }
    // oxlint-disable-next-line no-await-in-loop -- each only where the one before found nothing
    if (await hasAny(db, plan)) return { parsed, understood: { kind: 'words', plan } }
  }
  return { parsed, understood: { kind: 'nothing' } }
}

const asBeginning = (one: Wanted, begun: number): Wanted =>
  one.word.length < SHORTEST_BEGINNING ? one : { ...one, isPrefix: true, works: (one.works ?? Infinity) + begun }

interface Reading {
  plan: Pick<SearchPlan, 'wanted' | 'among' | 'butOne'>
  /** It is not what was typed. */
  isGuess: boolean
}

/** The readings of the words that may have found something, the likeliest first. */
export function* readings({ terms, phrases }: ParsedQuery, known: ReadonlyMap<string, KnownWord>): Generator<Reading> {
  const typed = terms.map(({ word, isQuoted }): Wanted => {
    const { works, begun } = known.get(word)!
    const isPrefix = !isQuoted && works === 0 && begun > 0
    return { word, isPrefix, spellings: [], works: isPrefix ? begun : works }
  })
  const isKnown = ({ word, isPrefix }: Wanted) => isPrefix || known.get(word)!.works > 0
  const areKnown = typed.every(isKnown)
  if (areKnown) yield { plan: { wanted: typed, among: 'works', butOne: false }, isGuess: false }
  const asTyped = typed.map((one) => ({ ...one, isPrefix: false, works: null }))
  // Which words stand together is known of titles and authors alone.
  if (phrases.length === 0) yield { plan: { wanted: asTyped, among: 'texts', butOne: false }, isGuess: false }

  const spelled = ({ word }: Wanted) => {
    const { works, neighbours } = known.get(word)!
    return spelledAs(word, works, nearest(word, neighbours, MOST_SPELLINGS))
  }
  const mended = typed.map((one, at) => (isKnown(one) || terms[at]!.isQuoted ? one : spelled(one)))
  const isMended = (one: Wanted) => isKnown(one) || one.spellings.length > 0
  if (!areKnown && mended.every(isMended))
    yield { plan: { wanted: mended, among: 'works', butOne: false }, isGuess: true }

  const broad = typed.map((one, at) =>
    terms[at]!.isQuoted ? one : asBeginning(spelled(one), known.get(one.word)!.begun),
  )
  yield { plan: { wanted: broad, among: 'works', butOne: false }, isGuess: true }
  if (terms.length >= FEWEST_TO_MISS_ONE) yield { plan: { wanted: broad, among: 'works', butOne: true }, isGuess: true }
}
