import { likeness, type Wanted } from './query.rules.ts'
import { withoutArticle } from './words.rules.ts'

/** A work that is ranked. */
export interface Candidate {
  id: string
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
  theTitle: 80,
  titleAndAuthor: 75,
  titleBegins: 70,
  inTitle: 60,
  inAuthor: 50,
  inBoth: 45,
  inPart: 20,
} as const
/** Penalty per word: exact, as a prefix, in another spelling; `MISSING` where it isn't found. */
const COSTS = { 0: 0, 1: 3, 2: 8 }
const MISSING = 15

export const eachOnce = (candidates: readonly Candidate[]): Candidate[] => [
  ...new Map(candidates.map((one) => [one.id, one])).values(),
]

/** Ranks by score, then the newest first. */
export function rank(candidates: readonly Candidate[], wanted: readonly Wanted[]): Ranked[] {
  return candidates.map((candidate) => ({ ...candidate, score: scoreOf(candidate, wanted) })).sort(inOrder)
}

/** Order of results: score, then newest, then id, each descending. */
export const inOrder = (one: Pick<Ranked, 'score' | 'newestAt' | 'id'>, other: typeof one): number =>
  other.score - one.score || compare(other.newestAt, one.newestAt) || compare(other.id, one.id)
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/**
 * Scores a work: words where readers expect them first, then copies for sale, then the share of the title that matches.
 */
export function scoreOf(work: Candidate, wanted: readonly Wanted[]): number {
  const [title, author] = [wordsIn(work.titleWords), wordsIn(work.authorWords)]
  const found = wanted.map((one) => ({ inTitle: best(one, title), inAuthor: best(one, author) }))
  const costs = found.map(({ inTitle, inAuthor }) => {
    const likely = [inTitle, inAuthor].filter((how) => how !== null)
    return likely.length === 0 ? MISSING : COSTS[Math.min(...likely) as 0 | 1 | 2]
  })
  const cost = costs.reduce((sum, one) => sum + one, 0)
  const main = wordsIn(work.mainTitle)
  const covered = main.filter((word) => wanted.some((one) => likeness(one, word) !== null)).length
  const share = main.length === 0 ? 0 : Math.round((99 * covered) / main.length)
  const place = rankOf({ main, title, covered, found }, wanted)
  return Math.max(0, place * 10 - cost * 10) * 1000 + availability(work) + share
}

const availability = ({ forSale, isReserved }: Candidate) => (forSale > 0 ? 200 : isReserved ? 100 : 0)

interface Found {
  main: readonly string[]
  title: readonly string[]
  covered: number
  found: readonly { inTitle: number | null; inAuthor: number | null }[]
}

function rankOf({ main, title, covered, found }: Found, wanted: readonly Wanted[]): number {
  const asked = startsWithArticle(wanted) ? wanted.slice(1) : wanted
  const inTitle = found.every((one) => one.inTitle !== null)
  if (inTitle && begins(main, asked)) return asked.length === main.length ? RANKS.theTitle : RANKS.titleBegins
  if (inTitle && begins(title, wanted)) return wanted.length === title.length ? RANKS.theTitle : RANKS.titleBegins
  if (inTitle) return covered === main.length ? RANKS.titleBegins : RANKS.inTitle
  if (found.every((one) => one.inTitle !== null || one.inAuthor !== null)) {
    if (found.every((one) => one.inAuthor !== null)) return RANKS.inAuthor
    return covered === main.length ? RANKS.titleAndAuthor : RANKS.inBoth
  }
  return found.some((one) => one.inTitle !== null) ? RANKS.inBoth : RANKS.inPart
}

const wordsIn = (words: string) => (words === '' ? [] : words.split(' '))
const startsWithArticle = (wanted: readonly Wanted[]) =>
  withoutArticle(wanted.map(({ word }) => word)).length < wanted.length
const begins = (words: readonly string[], wanted: readonly Wanted[]) =>
  wanted.length > 0 && wanted.every((one, at) => words[at] !== undefined && likeness(one, words[at]) !== null)

function best(wanted: Wanted, words: readonly string[]): 0 | 1 | 2 | null {
  let least: 0 | 1 | 2 | null = null
  for (const word of words) {
    const how = likeness(wanted, word)
    if (how !== null && (least === null || how < least)) least = how
    if (least === 0) break
  }
  return least
}
