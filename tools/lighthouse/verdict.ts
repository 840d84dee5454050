import type { Category, Visit } from './measure-page.ts'

/** The least that is good enough, of 100. */
const LEAST: Record<Category, number> = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const MOST = { scriptKb: 115, firstFontKb: 100, layoutShift: 0 }

export interface Verdict {
  row: Record<string, string | number>
  /** One line for each target that was missed. */
  misses: string[]
}

/** What several visits of a page say of it: by the middle one in each respect. */
export function judge(path: string, visits: readonly Visit[]): Verdict {
  const middle = (of: (visit: Visit) => number) => median(visits.map(of))
  const scores = Object.entries(LEAST).map(([category, least]) => {
    const score = middle((visit) => visit.scores[category as Category])
    return { name: category, score, isMissed: score < least, target: `at least ${least}` }
  })
  const sizes = Object.entries(MOST).map(([name, most]) => {
    const value = middle((visit) => visit[name as keyof typeof MOST])
    return { name, score: value, isMissed: value > most, target: `at most ${most}` }
  })
  const missed = [...scores, ...sizes].filter(({ isMissed }) => isMissed)
  const complaints = new Set(missed.length > 0 ? visits.flatMap((visit) => visit.complaints) : [])
  return {
    row: {
      page: path,
      ...Object.fromEntries(scores.map(({ name, score }) => [name, score])),
      'LCP ms': Math.round(middle(({ lcpMs }) => lcpMs)),
      'TBT ms': Math.round(middle(({ tbtMs }) => tbtMs)),
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
