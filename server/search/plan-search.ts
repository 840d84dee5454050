import type { SearchRequest } from '#contract/search/search-request.ts'
import type { Db } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { listNeighbours, lookUpWords, type KnownWord } from './dictionary.sql.ts'
import { parseQuery, spelledAs, type ParsedQuery, type SearchPlan, type Wanted } from './query.rules.ts'
import { rememberFound } from './remember-found.ts'
import { hasAny } from './search.sql.ts'
import { nearest, type Spelling } from './spelling.rules.ts'

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
export function understand({ db }: Pick<Services, 'db'>, { q, exact }: Asked): Promise<Understanding> {
  return rememberFound(db, ['understood', q, exact], () => readQuery(db, { q, exact }))
}

type Asked = Pick<SearchRequest, 'q' | 'exact'>

async function readQuery(db: Db, { q, exact }: Asked): Promise<Understanding> {
  const parsed = parseQuery(q)
  if (q === '') return { parsed, understood: { kind: 'everything' } }
  if (parsed.isbn !== null) return { parsed, understood: { kind: 'isbn', isbn: parsed.isbn } }
  if (parsed.terms.length === 0) return { parsed, understood: { kind: 'nothing' } }
  const words = parsed.terms.map(({ word }) => word)
  const known = await lookUpWords(db, words)
  const typed = await firstFound(db, parsed, readingsAsTyped(parsed, known))
  if (typed) return { parsed, understood: typed }
  const guessed = exact ? null : await firstFound(db, parsed, guesses(parsed, known, await listNeighbours(db, words)))
  return { parsed, understood: guessed ?? { kind: 'nothing' } }
}

async function firstFound(db: Db, { unwanted, phrases }: ParsedQuery, readings: Reading[]): Promise<Understood | null> {
  for (const reading of readings) {
    const plan = { unwanted, phrases, ...reading }
    // oxlint-disable-next-line no-await-in-loop -- each only where the one before found nothing
    if (await hasAny(db, plan)) return { kind: 'words', plan }
  }
  return null
}

const asBeginning = (one: Wanted, begun: number): Wanted =>
  one.word.length < SHORTEST_BEGINNING ? one : { ...one, isPrefix: true, works: (one.works ?? Infinity) + begun }

type Reading = Pick<SearchPlan, 'wanted' | 'among' | 'butOne'>
type Known = ReadonlyMap<string, KnownWord>

/** The words as they were typed; one that nobody knows may be the beginning of others. */
function wordsAsTyped({ terms }: ParsedQuery, known: Known): Wanted[] {
  return terms.map(({ word, isQuoted }) => {
    const { works, begun } = known.get(word)!
    const isPrefix = !isQuoted && works === 0 && begun > 0
    return { word, isPrefix, spellings: [], works: isPrefix ? begun : works }
  })
}
const isKnown = ({ isPrefix, works }: Wanted) => isPrefix || works !== 0

/** What the words may mean as they were typed, the likeliest first. */
export function readingsAsTyped(parsed: ParsedQuery, known: Known): Reading[] {
  const wanted = wordsAsTyped(parsed, known)
  const whole = wanted.map((one) => ({ ...one, isPrefix: false, works: null }))
  return [
    ...(wanted.every(isKnown) ? [{ wanted, among: 'works', butOne: false } as const] : []),
    // Which words stand together is known of titles and authors alone.
    ...(parsed.phrases.length === 0 ? [{ wanted: whole, among: 'texts', butOne: false } as const] : []),
  ]
}

/** What else may have been meant, the likeliest first. */
export function guesses(
  parsed: ParsedQuery,
  known: Known,
  neighbours: ReadonlyMap<string, readonly Spelling[]>,
): Reading[] {
  const { terms } = parsed
  const typed = wordsAsTyped(parsed, known)
  const spelled = ({ word }: Wanted) =>
    spelledAs(word, known.get(word)!.works, nearest(word, neighbours.get(word)!, MOST_SPELLINGS))
  const mended = typed.map((one, at) => (isKnown(one) || terms[at]!.isQuoted ? one : spelled(one)))
  const isMended = (one: Wanted) => isKnown(one) || one.spellings.length > 0
  const broad = typed.map((one, at) =>
    terms[at]!.isQuoted ? one : asBeginning(spelled(one), known.get(one.word)!.begun),
  )
  const all = { among: 'works', butOne: false } as const
  return [
    ...(!typed.every(isKnown) && mended.every(isMended) ? [{ wanted: mended, ...all }] : []),
    { wanted: broad, ...all },
    ...(terms.length >= FEWEST_TO_MISS_ONE ? [{ wanted: broad, ...all, butOne: true }] : []),
  ]
}
