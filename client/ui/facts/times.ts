const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const utcDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const relative = new Intl.RelativeTimeFormat('en')

/** '20 Nov 2026, 14:05 UTC': for the server's page, which doesn't know where its reader is. */
export const absoluteTime = (at: Date): string => `${utc.format(at)} UTC`

/** '20 Nov 2026', as it is in UTC: where there is no room for more. */
export const absoluteDay = (at: Date): string => utcDay.format(at)

/** In the browser, at the reader's own place, with the time zone: '20 Nov 2026, 15:05:30 CET'. */
export const zonedTime = (at: Date): string => at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'long' })

/** A unit, its length in seconds, and up to how many seconds it serves. */
export type Step = readonly [unit: Intl.RelativeTimeFormatUnit, size: number, until: number]

const HOUR = 3600
const DAY = 24 * HOUR
const steps: readonly Step[] = [
  ['minute', 60, HOUR],
  // One day is too rough for what is due in a day and a half.
  ['hour', HOUR, 2 * DAY + 1],
  ['day', DAY, 7 * DAY],
  ['week', 7 * DAY, 30 * DAY],
  ['month', 30 * DAY, 365 * DAY],
  ['year', 365 * DAY, Infinity],
]

/** 'in 48 hours', '3 days ago': rounded in the smallest unit that serves so long a time. */
export function inSteps(seconds: number, units: readonly Step[]): string {
  const count = (size: number) => Math.round(seconds / size)
  const [unit, size] = units.find(([, size, until]) => Math.abs(count(size)) * size < until)!
  return relative.format(count(size), unit)
}

/** Seconds by which something that has just happened may seem to lie ahead. */
const CLOCKS_DIFFER_BY = 10

/** '3 days ago', 'in 48 hours', 'just now' within a minute. */
export function relativeTime(at: Date, now: Date = new Date()): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  if (Math.abs(seconds) >= 60) return inSteps(seconds, steps)
  return seconds > CLOCKS_DIFFER_BY ? 'in less than a minute' : 'just now'
}
