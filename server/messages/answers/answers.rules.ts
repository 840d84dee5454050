import { DAY_MS, HOUR_MS } from '#contract/duration.ts'
import type { AnswersWithin } from '#contract/books/answers-within.ts'

/** Older questions say little of how fast a seller answers today. */
const WINDOW_MS = 90 * DAY_MS
/** So many of the latest count. */
const MOST_COUNTED = 20
/** With fewer, one slow answer would be a reputation, and one conversation could be read from the word. */
const FEWEST_COUNTED = 5
const FEWEST_ASKERS = 3
/** So long a question may wait before it counts as one without an answer. */
const PATIENCE_MS = DAY_MS
const LONGEST: readonly (readonly [AnswersWithin, number])[] = [
  ['hour', HOUR_MS],
  ['day', DAY_MS],
  ['days', 4 * DAY_MS],
]

/** A conversation in which a seller was asked first. */
export interface Question {
  askerId: string
  askedAt: Date
  answeredAt: Date | null
  /** Whether the seller can still answer: neither has blocked the other, and the asker's account is open. */
  isOpen: boolean
}

export const askedSince = (now: Date): Date => new Date(now.getTime() - WINDOW_MS)

/**
 * How soon a seller usually answers: the median over the latest questions, newest first as given. One without an answer
 * counts as slower than any once it has waited a day; one that can't be answered any more doesn't count. Null where
 * there are too few to say, or the usual answer is slower than the words there are.
 */
export function answersWithin(questions: readonly Question[], now: Date): AnswersWithin | null {
  const counted = questions.filter((question) => counts(question, now)).slice(0, MOST_COUNTED)
  if (counted.length < FEWEST_COUNTED || new Set(counted.map(({ askerId }) => askerId)).size < FEWEST_ASKERS)
    return null
  const waits = counted.map(waitOf).toSorted((one, other) => one - other)
  // Of an even number the lower one: half of them at least were as quick.
  const median = waits[Math.ceil(waits.length / 2) - 1]!
  return LONGEST.find(([, most]) => median <= most)?.[0] ?? null
}

/** When time alone may change that; null where it can't. */
export function lookAgainAt(questions: readonly Question[], now: Date): Date | null {
  if (questions.length === 0) return null
  const ripe = questions
    .filter(({ answeredAt, isOpen }) => answeredAt === null && isOpen)
    .map(({ askedAt }) => askedAt.getTime() + PATIENCE_MS)
    .filter((at) => at > now.getTime())
  return new Date(Math.min(now.getTime() + DAY_MS, ...ripe))
}

const counts = ({ askedAt, answeredAt, isOpen }: Question, now: Date): boolean =>
  answeredAt !== null || (isOpen && now.getTime() - askedAt.getTime() >= PATIENCE_MS)

const waitOf = ({ askedAt, answeredAt }: Question): number =>
  answeredAt === null ? Infinity : answeredAt.getTime() - askedAt.getTime()
