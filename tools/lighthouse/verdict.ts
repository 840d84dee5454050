import type { Category, Visit } from './measure-page.ts'

/** Lowest accepted scores, of 100. */
const LEAST: Record<Category, number> = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
/** Excluded from search engines (noindex), which costs its score there. */
export const LEFT_OUT = '/search'
const MOST = { scriptKb: 115, firstFontKb: 100, layoutShift: 0 }
/** Reference page: short, with the frame that all pages have. */
export const YARDSTICK = '/login'
/**
 * Additional milliseconds of main-thread blocking a page may have over the reference page; independent of the machine.
 */
const MORE_BLOCKING_MS = 100

export interface Verdict {
  row: Record<string, string | number>
  /** A line per missed target. */
  misses: string[]
}

/** Median blocking time of the visits, in milliseconds. */
export const blockingOf = (visits: readonly Visit[]): number => median(visits.map(({ tbtMs }) => tbtMs))

/**
 * Judges a page by the median of its visits, per figure. `yardstickMs`: the reference page's blocking time in the same
 * run.
 */
export function judge(path: string, visits: readonly Visit[], yardstickMs: number): Verdict {
  const middle = (of: (visit: Visit) => number) => median(visits.map(of))
  const isLeftOut = path.split('?')[0] === LEFT_OUT
  const judged = Object.entries(LEAST).filter(([category]) => !(isLeftOut && category === 'seo'))
  const scores = judged.map(([category, least]) => {
    const score = middle((visit) => visit.scores[category as Category])
    return { name: category, score, isMissed: score < least, target: `at least ${least}` }
  })
  const sizes = Object.entries(MOST).map(([name, most]) => {
    const value = middle((visit) => visit[name as keyof typeof MOST])
    return { name, score: value, isMissed: value > most, target: `at most ${most}` }
  })
  const mostBlocking = Math.round(yardstickMs + MORE_BLOCKING_MS)
  const blocking = {
    name: 'blocking time',
    score: Math.round(blockingOf(visits)),
    isMissed: blockingOf(visits) > mostBlocking,
    target: `at most ${mostBlocking} ms, ${MORE_BLOCKING_MS} more than that of ${YARDSTICK}`,
  }
  const missed = [...scores, ...sizes, blocking].filter(({ isMissed }) => isMissed)
  const complaints = new Set(missed.length > 0 ? visits.flatMap((visit) => visit.complaints) : [])
  return {
    row: {
      page: path,
      ...Object.fromEntries(scores.map(({ name, score }) => [name, score])),
      'LCP ms': Math.round(middle(({ lcpMs }) => lcpMs)),
      'TBT ms': blocking.score,
      CLS: round(middle(({ layoutShift }) => layoutShift)),
      'JS KB': round(middle(({ scriptKb }) => scriptKb)),
      'fonts KB': round(middle(({ fontKb }) => fontKb)),
      'first fonts KB': round(middle(({ firstFontKb }) => firstFontKb)),
    },
    misses: [
      ...missed.map(({ name, score, target }) => `${path}: ${name} is ${round(score)}, and should be ${target}`),
      ...[...complaints].map((complaint) => `  ${complaint}`),
    ],
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const round = (value: number) => Math.round(value * 1000) / 1000
