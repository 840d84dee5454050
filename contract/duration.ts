export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The same time of the day before. */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS)

const units = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** A chosen duration in the largest unit that divides it: '48 hours', '90 minutes'. */
export function durationInWords(seconds: number): string {
  const [unit, size] = units.find(([, size]) => seconds >= size && seconds % size === 0) ?? (['second', 1] as const)
  const format = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 })
  return format.format(seconds / size)
}
