import { likeness, type Wanted } from './query.rules.ts'
import { abbreviationsOf } from './understanding/equal-words.rules.ts'
import { isConnecting } from './understanding/small-words.rules.ts'
import { bareOf, begins, best, isSame, LIKE, weightOf } from './understanding/matching.rules.ts'
import {
  abbreviations,
  hasSubtitle,
  namesOf,
  seriesInWords,
  withoutSubtitle,
  type SeriesInWords,
} from './understanding/title-parts.rules.ts'
import { indexedWords, withoutArticle } from './words.rules.ts'

/** A work that is ranked. */
export interface Candidate {
  id: string
  title: string
  author: string
  titleWords: string
  authorWords: string
  mainTitle: string
  forSale: number
  /** One of its copies is reserved; none is for sale. */
  isReserved: boolean
  /** Text at the database's full precision. */
  newestAt: string
}

export interface Ranked extends Candidate {
  score: number
}

/** Ranks, best first: what a work has in common with the words. */
const RANKS = {
  volume: 82,
  theTitle: 80,
  theSeries: 78,
  titleGoesOn: 81,
  theAuthor: 76,
  titleAndAuthor: 77,
  subtitled: 74,
  titleBegins: 70,
  inTitle: 60,
  bySurname: 56,
  inAuthor: 50,
  inBoth: 45,
  inPart: 20,
} as const
/** Penalty of a small word that is missing. */
const MISSING_SMALL = 0.2
/** A second author, or a contributor. */
const NOT_FIRST = 4
/** Each volume of a series after its first, up to a score; a set of several is after all of them. */
const LATER_VOLUME = 0.1
const LAST_VOLUME = 20
/** Points by which a guess may be worse than the best, and still be shown. */
const FAR_BEHIND = 18

export const eachOnce = (candidates: readonly Candidate[]): Candidate[] => [
  ...new Map(candidates.map((one) => [one.id, one])).values(),
]

/** Ranks by score, then the newest first. `isGuess`: without those that are far behind the best. */
export function rank(candidates: readonly Candidate[], wanted: readonly Wanted[], isGuess = false): Ranked[] {
  const isAuthor = asksForAuthor(candidates, wanted)
  const ranked = candidates
    .map((candidate) => ({ ...candidate, score: scoreOf(candidate, wanted, isAuthor) }))
    .sort(inOrder)
  if (isGuess) return ranked.filter(({ score }) => score > ranked[0]!.score - FAR_BEHIND * POINT)
  const smallWords = wanted.filter((one) => one.weight === 0 && !isConnecting(one.word))
  const has = ({ titleWords }: Ranked) => smallWords.every((one) => best(one, wordsIn(titleWords)) !== null)
  // Where one has the very title, the others don't only lack what people say around a title.
  const isTitle = smallWords.length > 0 && ranked[0] && ranked[0].score >= RANKS.theTitle * POINT && has(ranked[0])
  return isTitle ? ranked.filter(has) : ranked
}
/** What a point of a rank is in a score. */
const POINT = 10_000
/** Score of a work that has the words anywhere in its title: something else may be meant. */
export const POOR = (RANKS.inTitle + 1) * POINT
/** Least score of a guess: below, nothing is a better answer. */
export const LEAST = 24.5 * POINT

/** Order of results: score, then newest, then id, each descending. */
export const inOrder = (one: Pick<Ranked, 'score' | 'newestAt' | 'id'>, other: typeof one): number =>
  other.score - one.score || compare(other.newestAt, one.newestAt) || compare(other.id, one.id)
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Whether the words are an author's, of whom there are more books than books with them in the title. */
function asksForAuthor(candidates: readonly Candidate[], wanted: readonly Wanted[]): boolean {
  const asked = wanted.filter(isWeighty)
  const has = (words: string) => {
    const all = indexedWords(wordsIn(words))
    return asked.every((one) => best(one, all) !== null)
  }
  const byAuthor = candidates.filter(({ authorWords }) => has(authorWords)).length
  return byAuthor > 1 && byAuthor > candidates.filter(({ titleWords }) => has(titleWords)).length
}

/**
 * Scores a work: words where readers expect them first, then copies for sale, then the share of the title that matches.
 */
export function scoreOf(work: Candidate, wanted: readonly Wanted[], isAuthor = false): number {
  const words = comparedWords(work, wanted)
  const found = wanted.map((one) => ({ one, inTitle: best(one, words.title), inAuthor: best(one, words.author) }))
  const last = found.at(-1)
  if (last && last.inTitle === null && isBeginning(work, wanted)) last.inTitle = LIKE
  const cost = found.reduce((sum, one) => sum + costOf(one), 0)
  const covered = words.main.filter((word) => wanted.some((one) => likeness(one, word) !== null)).length
  const share = words.main.length === 0 ? 0 : Math.round((99 * covered) / words.main.length)
  const asked = found.filter(({ inTitle, inAuthor }) => inTitle !== null || inAuthor !== null)
  const place = placeOf({ work, ...words, asked, covered, isAuthor })
  return (
    Math.max(
      0,
      Math.round(
        (place *
          weightOf(
            asked.map(({ one }) => one),
            wanted,
          ) -
          cost) *
          10,
      ),
    ) *
      (POINT / 10) +
    availability(work) +
    share
  )
}

const availability = ({ forSale, isReserved }: Candidate) => (forSale > 0 ? 200 : isReserved ? 100 : 0)

interface Compared {
  main: readonly string[]
  title: readonly string[]
  author: readonly string[]
}

function comparedWords(work: Candidate, wanted: readonly Wanted[]): Compared {
  return {
    main: wordsIn(work.mainTitle),
    title: [...wordsIn(work.titleWords), ...(wanted.some(isAbbreviated) ? abbreviations(work.title) : [])],
    author: indexedWords(wordsIn(work.authorWords)),
  }
}

interface FoundWord {
  one: Wanted
  inTitle: number | null
  inAuthor: number | null
}

function costOf({ one, inTitle, inAuthor }: FoundWord): number {
  const cost = Math.min(inTitle ?? Infinity, inAuthor ?? Infinity)
  return cost < Infinity ? cost : one.weight === 0 ? MISSING_SMALL : 0
}

interface Placed extends Compared {
  work: Candidate
  asked: readonly FoundWord[]
  /** How many words of the main title were asked for. */
  covered: number
  isAuthor: boolean
}

function placeOf(placed: Placed): number {
  const { main, asked, covered, isAuthor } = placed
  if (asked.length === 0) return 0
  const inTitle = asked.every((one) => one.inTitle !== null)
  const inAuthor = asked.every((one) => one.inAuthor !== null)
  const byTitle = inTitle ? rankByTitle(placed) : 0
  const byAuthor = inAuthor ? rankByAuthor(placed, isAuthor) : 0
  if (inTitle || inAuthor) return Math.max(byTitle, byAuthor)
  return covered === main.length ? RANKS.titleAndAuthor : RANKS.inBoth
}

function rankByTitle({ work, main, title, asked, covered }: Placed): number {
  const wanted = asked.map(({ one }) => one)
  const typed = startsWithArticle(wanted) ? wanted.slice(1) : wanted
  if (isSame(main, typed) || isSame(title, wanted)) return RANKS.theTitle
  const [bareMain, bare] = [[...new Set(bareOf(main))], bareOf(typed, ({ word }) => word)]
  if (isSame(bareMain, bare)) return RANKS.theTitle - 1
  const series = title.some((word) => /^\p{N}/u.test(word)) ? seriesInWords(work.title) : null
  if (wanted.some(isAbbreviated))
    return series && isAbbreviation(series, wanted) ? ofSeries(series, []) : RANKS.titleBegins
  if (series && isSeries(series, bare)) return ofSeries(series, bare)
  if (hasSubtitle(work.title) && isSame(bareOf(withoutSubtitle(work.title)), bare)) return RANKS.subtitled
  if (isBeginning(work, wanted)) return RANKS.titleGoesOn
  if (begins(main, typed) || begins(title, wanted) || covered === main.length) return RANKS.titleBegins
  return begins(bareMain, bare) ? RANKS.titleBegins - 1 : RANKS.inTitle
}

/** Whether the words are a series' name, with the volume's number or without. */
function isSeries({ words, number }: SeriesInWords, wanted: readonly Wanted[]): boolean {
  const name = bareOf(words)
  const isNamed = name.length > 0 && begins(wanted.slice(0, name.length), name)
  const rest = wanted.slice(name.length)
  return isNamed && (rest.length === 0 || (rest.length === 1 && likeness(rest[0]!, String(number)) !== null))

  function begins(some: readonly Wanted[], all: readonly string[]) {
    return some.length === all.length && some.every((one, at) => likeness(one, all[at]!) !== null)
  }
}

const isAbbreviated = ({ equals }: Wanted) => equals.some((one) => !/^[\p{L}\p{N}]/u.test(one))
const isAbbreviation = ({ words }: SeriesInWords, wanted: readonly Wanted[]) =>
  abbreviationsOf(words).some((token) => wanted.some(({ equals }) => equals.includes(token)))

function ofSeries({ words, number, isSet }: SeriesInWords, wanted: readonly Wanted[]): number {
  if (isSet) return RANKS.theSeries - (LAST_VOLUME + 1) * LATER_VOLUME
  return wanted.length > bareOf(words).length
    ? RANKS.volume
    : RANKS.theSeries - Math.min(number, LAST_VOLUME) * LATER_VOLUME
}

function rankByAuthor({ work, asked }: Placed, isAuthor: boolean): number {
  const names = namesOf(work.author)
  const wanted = asked.map(({ one }) => one).filter(isWeighty)
  const has = (name: readonly string[]) => wanted.every((one) => best(one, indexedWords(name)) !== null)
  const isWhole = (name: readonly string[]) =>
    has(name) &&
    wanted.length > 1 &&
    name.every((word) => word.length < 3 || wanted.some((one) => likeness(one, word) !== null))
  const at = names.findIndex(has)
  if (at === -1) return RANKS.inAuthor
  const hasLast = wanted.some((one) => likeness(one, names[at]!.at(-1)!) !== null)
  const place = names.some(isWhole) || isAuthor ? RANKS.theAuthor : hasLast ? RANKS.bySurname : RANKS.inAuthor
  return at === 0 ? place : place - NOT_FIRST
}

/** Whether a title goes on where the words end, within a word. */
const isBeginning = ({ mainTitle }: Candidate, wanted: readonly Wanted[]) =>
  wanted.length > 1 && goesOn(mainTitle, withoutArticle(wanted.map(({ word }) => word)).join(' '))
const goesOn = (title: string, typed: string) => title.startsWith(typed) && /^[^ ]/.test(title.slice(typed.length))

const isWeighty = ({ weight }: Wanted) => weight > 0
const wordsIn = (words: string) => (words === '' ? [] : words.split(' '))
const startsWithArticle = (wanted: readonly Wanted[]) =>
  withoutArticle(wanted.map(({ word }) => word)).length < wanted.length
