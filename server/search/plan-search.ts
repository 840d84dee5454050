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
import { rememberFound } from './remember-found.ts'
import { hasAny } from './works-with-words.sql.ts'
import { nearest, type Spelling } from './spelling.rules.ts'

/** Other spellings that are looked for besides a word. */
const MOST_SPELLINGS = 5
/** Words are taken for beginnings of longer ones from so many letters on. */
const SHORTEST_BEGINNING = 3
/** One word may be missing where there are so many. */
const FEWEST_TO_MISS_ONE = 3
/** With more words, none that is common is looked for in other spellings or as a beginning: there are others to go by. */
const FEW_TERMS = 3
/** A word of more works is common. */
const FEW_WORKS = 2000
/** Beginnings of common words that are looked for at most. */
const MOST_WIDE = 2

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
export async function understand({ db }: Pick<Services, 'db'>, { q, exact }: Asked): Promise<Understanding> {
  const parsed = parseQuery(q)
  if (q === '') return { parsed, understood: { kind: 'everything' } }
  if (parsed.isbn !== null) return { parsed, understood: { kind: 'isbn', isbn: parsed.isbn } }
  if (parsed.terms.length === 0) return { parsed, understood: { kind: 'nothing' } }
  // In any order they are the same question; the order tells only what comes first.
  const question = inOneOrder(parsed)
  const understood = await rememberFound(db, ['understood', question, exact], () => readWords(db, question, exact))
  return { parsed, understood: understood.kind === 'words' ? inOrderOf(parsed, understood) : understood }
}

type Asked = Pick<SearchRequest, 'q' | 'exact'>
type Words = Pick<ParsedQuery, 'terms' | 'phrases' | 'unwanted'>

/** The same words in whatever order, as one question. */
export const inOneOrder = ({ terms, phrases, unwanted }: Words): Words => ({
  terms: terms.toSorted((one, other) => (one.word < other.word ? -1 : 1)),
  phrases: phrases.toSorted(),
  unwanted: unwanted.toSorted(),
})

function inOrderOf({ terms }: ParsedQuery, { kind, plan }: Extract<Understood, { kind: 'words' }>): Understood {
  const place = new Map(terms.map(({ word }, at) => [word, at]))
  const wanted = plan.wanted.toSorted((one, other) => place.get(one.word)! - place.get(other.word)!)
  return { kind, plan: { ...plan, wanted } }
}

async function readWords(db: Db, asked: Words, exact: boolean): Promise<Understood> {
  const words = asked.terms.map(({ word }) => word)
  const known = await lookUpWords(db, words)
  const typed = readingsAsTyped(asked, known)
  const found = await firstFound(db, asked, typed)
  if (found) return found
  if (exact) return { kind: 'nothing' }
  const nameOf = (reading: Reading) => `${reading.among} ${tsqueryOf(planOf(asked, reading))}`
  const tried = new Set(typed.map(nameOf))
  const isNew = (reading: Reading) => !tried.has(nameOf(reading))
  const [last, ...others] = guesses(asked, known, await listNeighbours(db, words))
    .filter(isNew)
    .toReversed()
  const guessed = await firstFound(db, asked, others.toReversed())
  // Whether anything has the last one is told by looking for all that has it.
  return guessed ?? (last ? { kind: 'words', plan: planOf(asked, last) } : { kind: 'nothing' })
}

async function firstFound(db: Db, asked: Words, readings: Reading[]): Promise<Understood | null> {
  for (const reading of readings) {
    const plan = planOf(asked, reading)
    // oxlint-disable-next-line no-await-in-loop -- each only where the one before found nothing
    if (await hasAny(db, plan)) return { kind: 'words', plan }
  }
  return null
}

const planOf = ({ unwanted, phrases }: Words, reading: Reading): SearchPlan => ({ unwanted, phrases, ...reading })

type Reading = Pick<SearchPlan, 'wanted' | 'required' | 'among' | 'butOne'>
type Known = ReadonlyMap<string, KnownWord>

/** The words as they were typed; one that nobody knows may be the beginning of others. */
function wordsAsTyped({ terms }: Words, known: Known): Wanted[] {
  return terms.map(({ word, isQuoted }) => {
    const { works, begun } = known.get(word)!
    const isPrefix = !isQuoted && works === 0 && begun > 0
    return { word, isPrefix, spellings: [], works: isPrefix ? begun : works }
  })
}
const isKnown = ({ isPrefix, works }: Wanted) => isPrefix || works !== 0
const isCommon = (works: number | null) => works === null || works > FEW_WORKS

/** The required ones of some words: of beginnings of too many words, which take longest to look up, a few at most. */
function requiredOf(wanted: readonly Wanted[], most: number): readonly Wanted[] {
  const wide = wanted.filter(({ isPrefix, works }) => isPrefix && isCommon(works))
  const dropped = new Set(wide.slice(MOST_WIDE))
  return rarest(dropped.size === 0 ? wanted : wanted.filter((one) => !dropped.has(one)), most)
}

/** What the words may mean as they were typed, the likeliest first. */
export function readingsAsTyped(parsed: Words, known: Known): Reading[] {
  const wanted = wordsAsTyped(parsed, known)
  const asTyped = wanted.map(({ word, works }) => ({ word, isPrefix: false, spellings: [], works }))
  const whole = asTyped.map((one) => ({ ...one, works: null }))
  const rare = new Set(rarest(asTyped).map(({ word }) => word))
  // To look through the listings with common words takes long, and titles and authors are more likely meant.
  const areMany = wanted.length > FEW_TERMS || parsed.unwanted.length > 0
  const areAllCommon = areMany && wanted.every(({ works }) => isCommon(works))
  return [
    ...(wanted.every(isKnown)
      ? [{ wanted, required: requiredOf(wanted, wanted.length), among: 'works', butOne: false } as const]
      : []),
    // Which words stand together is known of titles and authors alone.
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

/** What else may have been meant, the likeliest first. */
export function guesses(parsed: Words, known: Known, neighbours: ReadonlyMap<string, readonly Spelling[]>): Reading[] {
  const { terms } = parsed
  // They are meant as they stand.
  if (terms.every(({ isQuoted }) => isQuoted)) return []
  const typed = wordsAsTyped(parsed, known)
  const spelled = ({ word }: Wanted) =>
    spelledAs(word, known.get(word)!.works, nearest(word, neighbours.get(word)!, MOST_SPELLINGS))
  const mended = typed.map((one, at) => (isKnown(one) || terms[at]!.isQuoted ? one : spelled(one)))
  const broad = typed.map((one, at) => {
    const { works, begun } = known.get(one.word)!
    // A common word among many is meant as it was typed.
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

/** Of many words, such as a title with what a shop wrote behind it, those that nothing has may all be missing. */
function requiredButOne(wanted: readonly Wanted[]): readonly Wanted[] {
  if (wanted.length <= MOST_REQUIRED) return requiredOf(wanted, MOST_REQUIRED)
  const possible = wanted.filter(({ works }) => works !== 0)
  return requiredOf(2 * possible.length >= wanted.length ? possible : wanted, MOST_REQUIRED - 1)
}

const asBeginning = (one: Wanted, begun: number): Wanted =>
  one.word.length < SHORTEST_BEGINNING ? one : { ...one, isPrefix: true, works: (one.works ?? Infinity) + begun }
