import type { SearchRequest } from '#contract/search/search-request.ts'
import type { Db } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { lookUpBegunWords, lookUpWords, type KnownWord } from '#server/search/dictionary.sql.ts'
import { interpretQuery } from '#server/search/plan-search.ts'
import { likeness, parseQuery, type ParsedQuery, type Wanted } from '#server/search/query.rules.ts'
import { rankedWorks } from '#server/search/search-books.ts'
import { tokenize } from '#server/search/words.rules.ts'
import { isIdle, isOfShop } from '#server/search/understanding/small-words.rules.ts'
import { whyNever } from './never-matches.rules.ts'

/** Shortest word that may be the beginning of a longer one. */
const SHORTEST_BEGINNING = 3
/** Shortest one that is completed: 'sea' is a word, not the beginning of 'seamus'. */
const SHORTEST_COMPLETED = 5

interface ReadWord {
  word: string
  isBeginning: boolean
  /** The best result has it. */
  isFound: boolean
}

/**
 * The words of a search as they were understood, to wait for books with them: corrected as its results are, a beginning
 * with `*`, without small words and what shops write behind a title. `problem`: why no book can ever match.
 */
export async function understandSearch(
  services: Pick<Services, 'db'>,
  request: SearchRequest,
): Promise<{ q: string; problem: string | null }> {
  const parsed = parseQuery(request.q)
  const problem = whyNever(request)
  if (problem !== null || parsed.isbn !== null || request.exact) return { q: parsed.isbn ?? request.q, problem }
  const typed = typedForms(request.q)
  const inPhrases = new Set(parsed.phrases.flatMap((phrase) => phrase.split(' ')))
  const read = (await readWords(services, request, parsed)).filter(({ word }) => !inPhrases.has(word))
  const words = await withWholeWord(services.db, read, parsed.phrases.length > 0)
  const texts = [
    ...words.map(({ word, isBeginning }) => (typed.get(word) ?? word) + (isBeginning ? '*' : '')),
    ...parsed.phrases.map((phrase) => `"${phrase}"`),
    ...parsed.unwanted.map((word) => `-${word}`),
  ]
  return { q: texts.join(' '), problem }
}

/** Words as they were typed, by their normalized form: 'poirot' → 'Poirot'. */
function typedForms(q: string): ReadonlyMap<string, string> {
  const forms = q.split(/\s+/).map((chunk) => chunk.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
  return new Map(
    forms.flatMap((form): [string, string][] => {
      const [word, ...more] = tokenize(form, 2)
      return word === undefined || more.length > 0 ? [] : [[word, form]]
    }),
  )
}

async function readWords(
  services: Pick<Services, 'db'>,
  request: SearchRequest,
  parsed: ParsedQuery,
): Promise<ReadWord[]> {
  const terms = parsed.terms.map(({ word }) => word)
  const isQuoted = new Set(parsed.terms.filter((term) => term.isQuoted).map(({ word }) => word))
  const [found, dictionary] = await Promise.all([asFound(services, request), lookUp(services.db, terms)])
  const read = terms.map((word): ReadWord => {
    const { works, begun } = dictionary.get(word)!
    const matched = found?.get(word)
    if (works > 0 || isQuoted.has(word)) return { word, isBeginning: false, isFound: matched?.word === word }
    return matched ?? { word, isBeginning: word.length >= SHORTEST_BEGINNING && begun > 0, isFound: false }
  })
  const kept = read.filter(
    ({ word, isFound }, at) =>
      isQuoted.has(word) || (!isIdle(word) && (isFound || !isOfShop(word, at === read.length - 1))),
  )
  return joined(kept.length > 0 ? kept : read, dictionary)
}

/** How the best result of the search has each word; null where nothing was found, or not by title and author. */
async function asFound(services: Pick<Services, 'db'>, request: SearchRequest): Promise<Map<string, ReadWord> | null> {
  const { interpretation } = await interpretQuery(services, request)
  if (interpretation.kind !== 'words' || interpretation.plan.among === 'texts') return null
  const { best } = await rankedWorks(services, request, interpretation, null)
  if (!best) return null
  const words = `${best.titleWords} ${best.authorWords}`.split(' ')
  const readings = interpretation.plan.wanted.map((wanted) => readAs(wanted, words))
  return new Map(readings.filter((reading) => reading !== null))
}

function readAs(wanted: Wanted, words: readonly string[]): [string, ReadWord] | null {
  const { word } = wanted
  if (words.includes(word)) return [word, { word, isBeginning: false, isFound: true }]
  if (wanted.isPrefix && words.some((one) => one.startsWith(word)))
    return [word, { word, isBeginning: true, isFound: true }]
  const spelled = words.find((one) => likeness(wanted, one) === 2)
  return spelled === undefined ? null : [word, { word: spelled, isBeginning: false, isFound: true }]
}

/** The words with, for each two neighbours, what they are together. */
const lookUp = (db: Db, words: readonly string[]): Promise<Map<string, KnownWord>> =>
  lookUpWords(db, [...new Set([...words, ...words.slice(1).map((word, at) => words[at]! + word)])])

/** Joins neighbours that are likelier one word: mocking bird → mockingbird. Listings have theirs joined as well. */
function joined(read: readonly ReadWord[], dictionary: ReadonlyMap<string, KnownWord>): ReadWord[] {
  const works = (word: string) => dictionary.get(word)?.works ?? 0
  const words: ReadWord[] = []
  for (const one of read) {
    const before = words.at(-1)
    const both = before ? before.word + one.word : ''
    if (before && works(both) > Math.min(works(before.word), works(one.word)))
      words.splice(-1, 1, { word: both, isBeginning: false, isFound: false })
    else words.push(one)
  }
  return words
}

/**
 * Takes the longest beginning for a whole word where no word is one: listings are looked up by a whole word. It is
 * completed where the shop knows a single longer word, and enough of it was typed.
 */
async function withWholeWord(db: Db, read: readonly ReadWord[], hasOthers: boolean): Promise<readonly ReadWord[]> {
  if (hasOthers || read.length === 0 || read.some(({ isBeginning }) => !isBeginning)) return read
  const longest = read.reduce((one, other) => (other.word.length > one.word.length ? other : one))
  const { longer = [] } = (await lookUpBegunWords(db, [longest.word])).get(longest.word) ?? {}
  const isSure = longer.length === 1 && longest.word.length >= SHORTEST_COMPLETED
  const word = isSure ? longer[0]!.word : longest.word
  return read.map((one) => (one === longest ? { ...one, word, isBeginning: false } : one))
}
