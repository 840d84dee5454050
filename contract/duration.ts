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
