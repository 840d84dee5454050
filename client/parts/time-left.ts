const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const units = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const
const relative = new Intl.RelativeTimeFormat('en')

/** The largest unit of which there are two: a single one of them would be too rough. */
const unitFor = (milliseconds: number) =>
  units.find(([, size]) => milliseconds >= 2 * size) ?? (['second', SECOND] as const)

/** 'in 2 days', 'in 47 hours', 'in 40 seconds'; rounded down, so that nobody counts on more time than there is. */
export function timeLeft(milliseconds: number): string {
  if (milliseconds <= 0) return 'over'
  const [unit, size] = unitFor(milliseconds)
  return relative.format(Math.floor(milliseconds / size), unit)
}

/** In how many milliseconds `timeLeft` reads otherwise; a minute at most, because clocks stop while machines sleep. */
export function untilWordsChange(milliseconds: number): number {
  const [, size] = unitFor(milliseconds)
  return Math.min((milliseconds % size) + 1, MINUTE)
}

const milestones = [
  [MINUTE, 'Less than a minute is left to pay.'],
  [10 * MINUTE, 'Less than ten minutes are left to pay.'],
  [HOUR, 'Less than an hour is left to pay.'],
] as const

/** What is worth interrupting somebody for who listens to the page; empty most of the time. */
export function lastCall(milliseconds: number): string {
  if (milliseconds <= 0) return ''
  return milestones.find(([size]) => milliseconds < size)?.[1] ?? ''
}
