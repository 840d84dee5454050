import { inSteps, type Step } from '#client/ui/facts/times.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const units: readonly Step[] = [
  ['second', 1, 120],
  ['minute', 60, 7200],
  ['hour', 3600, 3 * 86_400],
  ['day', 86_400, Infinity],
]

/** Time left: 'in 3 days', 'in 48 hours', 'in 40 seconds'; rounded, in a unit of which there are at least two. */
export function timeLeft(milliseconds: number): string {
  return milliseconds <= 0 ? 'over' : inSteps(milliseconds / SECOND, units)
}

/** Milliseconds until `timeLeft` changes its text; a minute at most, because timers stop while machines sleep. */
export function untilWordsChange(milliseconds: number): number {
  const toSeconds = milliseconds - 119.5 * SECOND
  if (toSeconds < 0) return ((milliseconds + SECOND / 2) % SECOND) + 1
  return Math.min((milliseconds + MINUTE / 2) % MINUTE, toSeconds) + 1
}

const milestones = [
  [MINUTE, 'Less than a minute is left to pay.'],
  [10 * MINUTE, 'Less than ten minutes are left to pay.'],
  [HOUR, 'Less than an hour is left to pay.'],
] as const

/** Announcement for a live region near the deadline; empty most of the time. */
export function deadlineWarning(milliseconds: number): string {
  if (milliseconds <= 0) return ''
  return milestones.find(([size]) => milliseconds < size)?.[1] ?? ''
}
