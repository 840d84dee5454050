/** An amount of bytes in the largest unit that has one: 1.5 GB. */
export function bytesInWords(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const size = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(bytes / 1024 ** size)} ${units[size]}`
}

/** How long ago something was, roughly: 5 minutes, 30 hours, 4 days. */
export function ageInWords(ms: number): string {
  const [size, unit] = (
    [
      [86_400_000 * 2, 'day'],
      [3_600_000, 'hour'],
      [60_000, 'minute'],
    ] as const
  ).find(([least]) => ms >= least) ?? [1000, 'second']
  const count = Math.max(0, Math.floor(ms / (unit === 'day' ? 86_400_000 : size)))
  return `${new Intl.NumberFormat('en').format(count)} ${unit}${count === 1 ? '' : 's'}`
}
