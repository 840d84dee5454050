export interface Bar {
  /** Offset and size, in hundredths of the plot. */
  x: number
  width: number
  height: number
}

/** Bars for values, side by side, scaled to the highest; negative values are flat. Null for a missing value. */
export function barsOf(values: readonly (number | null)[]): (Bar | null)[] {
  const most = highest(values)
  const step = 100 / values.length
  return values.map((value, place) =>
    value === null
      ? null
      : { x: place * step + step * 0.1, width: step * 0.8, height: most === 0 ? 0 : (Math.max(0, value) / most) * 100 },
  )
}

export const highest = (values: readonly (number | null)[]): number =>
  values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0)

/** Label of a week: '16 Nov', the UTC day on which it began. */
export const weekWords = (begins: Date, year = false): string =>
  begins.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(year && { year: 'numeric' }),
    timeZone: 'UTC',
  })
