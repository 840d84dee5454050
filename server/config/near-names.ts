/** A name in the environment that is none of ours, and the setting that was probably meant. */
export interface NearName {
  name: string
  meant: string
}

/**
 * Minimum length of a setting's name before an edit distance of 1 or 2 counts: HOME beside HOST belongs to another
 * program.
 */
const LONG_ENOUGH_FOR = { 1: 6, 2: 8 }

/**
 * Names that are probably mistyped settings: another case, underscores missing or added, two letters exchanged, or one
 * or two letters off. They only warn, because some may belong to another program.
 */
export function nearNames(given: Iterable<string>, settings: readonly string[]): NearName[] {
  return [...given]
    .filter((name) => !settings.includes(name))
    .flatMap((name) => {
      const nearest = settings
        .filter((meant) => Math.abs(bare(name).length - bare(meant).length) <= 2)
        .map((meant) => ({ name, meant, steps: steps(bare(name), bare(meant)) }))
        .toSorted((one, other) => one.steps - other.steps)[0]
      return nearest && isNear(nearest) ? [{ name, meant: nearest.meant }] : []
    })
}

const letters = (name: string) => name.split('').toSorted().join('')
const bare = (name: string) => name.toUpperCase().replaceAll(/[_.-]/g, '')

function isNear({ name, meant, steps: away }: NearName & { steps: number }): boolean {
  const [one, other] = [bare(name), bare(meant)]
  if (away === 0) return true
  if (away === 1) return meant.length >= LONG_ENOUGH_FOR[1] || letters(one) === letters(other)
  // A typo rarely hits the first letter: FTP_URL is not a mistyped SMTP_URL.
  return away === 2 && meant.length >= LONG_ENOUGH_FOR[2] && one[0] === other[0]
}

/** Edit distance in which an exchange of neighbours is one step (optimal string alignment). */
function steps(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const ways = [rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1)]
      const isExchange = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(Math.min(...ways, ...(isExchange ? [rows[i - 2]![j - 2]! + 1] : [])))
    }
    rows.push(row)
  }
  return rows[one.length]![other.length]!
}
