const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const relative = new Intl.RelativeTimeFormat('en')

/** 'in 2 days', 'in 47 hours', 'in 40 seconds'; rounded down, so that nobody counts on more time than there is. */
export function timeLeft(milliseconds: number): string {
  if (milliseconds <= 0) return 'over'
  const [unit, size] = units.find(([, size]) => milliseconds >= 2 * size) ?? (['second', 1000] as const)
  return relative.format(Math.floor(milliseconds / size), unit)
}
