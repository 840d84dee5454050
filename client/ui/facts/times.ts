const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const utcDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const relative = new Intl.RelativeTimeFormat('en')

/** Absolute UTC time for the server's page, '20 Nov 2026, 14:05 UTC': the reader's zone is unknown there. */
export const absoluteTime = (at: Date): string => `${utc.format(at)} UTC`

/** UTC day, '20 Nov 2026', where there is no room for more. */
export const absoluteDay = (at: Date): string => utcDay.format(at)

/** Local time with the time zone, in the browser: '20 Nov 2026, 15:05:30 CET'. */
export const zonedTime = (at: Date): string => at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'long' })

/** Unit of relative time, its length in seconds, and the seconds up to which it is used. */
export type Step = readonly [unit: Intl.RelativeTimeFormatUnit, size: number, until: number]

const HOUR = 3600
const DAY = 24 * HOUR
const steps: readonly Step[] = [
  ['minute', 60, HOUR],
  // Hours up to two days: a day is too coarse for a deadline in a day and a half.
  ['hour', HOUR, 2 * DAY + 1],
  ['day', DAY, 7 * DAY],
  ['week', 7 * DAY, 30 * DAY],
  ['month', 30 * DAY, 365 * DAY],
  ['year', 365 * DAY, Infinity],
]

/** Formats relative time: 'in 48 hours', '3 days ago'; rounded, in the smallest unit that covers it. */
export function inSteps(seconds: number, units: readonly Step[]): string {
  const count = (size: number) => Math.round(seconds / size)
  const [unit, size] = units.find(([, size, until]) => Math.abs(count(size)) * size < until)!
  return relative.format(count(size), unit)
}

/** Tolerated clock skew in seconds: an event that just happened may seem to lie ahead. */
const CLOCK_SKEW_SECONDS = 10

/** Relative time: '3 days ago', 'in 48 hours', 'just now' within a minute. */
export function relativeTime(at: Date, now: Date = new Date()): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  if (Math.abs(seconds) >= 60) return inSteps(seconds, steps)
  return seconds > CLOCK_SKEW_SECONDS ? 'in less than a minute' : 'just now'
}
