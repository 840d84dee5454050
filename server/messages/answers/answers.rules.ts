import { DAY_MS, HOUR_MS } from '#contract/duration.ts'
import type { AnswersWithin } from '#contract/books/answers-within.ts'

/** Older questions say little of how fast a seller answers today. */
const WINDOW_MS = 90 * DAY_MS
/** Number of latest questions that count. */
const MOST_COUNTED = 20
/** Minimum of questions: fewer would make a reputation of one slow answer, and reveal a single conversation. */
const FEWEST_COUNTED = 5
const FEWEST_ASKERS = 3
/** A question waiting this long counts as unanswered. */
const ANSWER_TIMEOUT_MS = DAY_MS
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
 * Response time of a seller: the median over the latest questions, newest first as given. An unanswered question counts
 * as slowest after a day; one that can't be answered any more doesn't count. Null with too few questions, or where the
 * median is slower than any label.
 */
export function answersWithin(questions: readonly Question[], now: Date): AnswersWithin | null {
  const counted = questions.filter((question) => counts(question, now)).slice(0, MOST_COUNTED)
  if (counted.length < FEWEST_COUNTED || new Set(counted.map(({ askerId }) => askerId)).size < FEWEST_ASKERS)
    return null
  const waits = counted.map(waitOf).toSorted((one, other) => one - other)
  // Lower median: at least half were as quick.
  const median = waits[Math.ceil(waits.length / 2) - 1]!
  return LONGEST.find(([, most]) => median <= most)?.[0] ?? null
}

/** When the response time may change without an event; null where it can't. */
export function lookAgainAt(questions: readonly Question[], now: Date): Date | null {
  if (questions.length === 0) return null
  const ripe = questions
    .filter(({ answeredAt, isOpen }) => answeredAt === null && isOpen)
    .map(({ askedAt }) => askedAt.getTime() + ANSWER_TIMEOUT_MS)
    .filter((at) => at > now.getTime())
  return new Date(Math.min(now.getTime() + DAY_MS, ...ripe))
}

const counts = ({ askedAt, answeredAt, isOpen }: Question, now: Date): boolean =>
  answeredAt !== null || (isOpen && now.getTime() - askedAt.getTime() >= ANSWER_TIMEOUT_MS)

const waitOf = ({ askedAt, answeredAt }: Question): number =>
  answeredAt === null ? Infinity : answeredAt.getTime() - askedAt.getTime()
