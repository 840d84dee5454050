const exact = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
const relative = new Intl.RelativeTimeFormat('en')

const steps: { unit: Intl.RelativeTimeFormatUnit; seconds: number; from?: number }[] = [
  { unit: 'year', seconds: 31_536_000 },
  { unit: 'month', seconds: 2_592_000 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400, from: 2 * 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
]

/** '20 Nov 2026, 14:05 UTC' */
export function absoluteTime(at: Date): string {
  return `${exact.format(at)} UTC`
}

/** Seconds by which something that has just happened may seem to lie ahead. */
const CLOCKS_DIFFER_BY = 10

/** '3 days ago', 'in 47 hours', 'just now' within a minute. Hours up to two days: one day of those is too rough. */
export function relativeTime(at: Date, now: Date = new Date()): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  const step = steps.find(({ seconds: size, from = size }) => Math.abs(seconds) >= from)
  if (step) return relative.format(Math.trunc(seconds / step.seconds), step.unit)
  return seconds > CLOCKS_DIFFER_BY ? 'in less than a minute' : 'just now'
}
