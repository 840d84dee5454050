/** Whether a shown work answers the query, is a neighbour that nobody minds, or is out of place. */
export type Grade = 'good' | 'acceptable' | 'bad'

/** What a system showed for a query: the grades of the first works, and how many works of the shop have each grade. */
export interface Outcome {
  grades: Grade[]
  available: { good: number; acceptable: number }
}

/** Works that are judged of each answer. */
export const JUDGED = 5

const GOOD_ONLY: Record<Grade, number> = { good: 1, acceptable: 0, bad: 0 }
const GRADED: Record<Grade, number> = { good: 3, acceptable: 1, bad: 0 }

/** Normalized discounted cumulative gain of the first five: 1 where no order of the shop's works would be better. */
function ndcg({ grades, available }: Outcome, gains: Record<Grade, number>): number {
  const best: Grade[] = [
    ...Array.from({ length: Math.min(available.good, JUDGED) }, () => 'good' as const),
    ...Array.from({ length: Math.min(available.acceptable, JUDGED) }, () => 'acceptable' as const),
  ]
  const sum = (shown: readonly Grade[]) =>
    shown.slice(0, JUDGED).reduce((total, grade, at) => total + gains[grade] / Math.log2(at + 2), 0)
  return sum(grades) / sum(best)
}

export interface Scores {
  /** Queries, and those of them that have an answer in the shop; the means and shares below are of these. */
  queries: number
  answerable: number
  /** Mean nDCG@5; acceptable works count nothing, or a third of a good one. */
  goodOnly: number
  graded: number
  /** Shares of the queries with an answer. */
  firstIsGood: number
  goodWithinFive: number
  nothing: number
  /** Share of the works shown among the first five, of all queries, that is bad; and their number. */
  bad: number
  badCount: number
}

/** Scores of a system; a share of nothing is 0. */
export function scoresOf(outcomes: readonly Outcome[]): Scores {
  const answerable = outcomes.filter(({ available }) => available.good > 0)
  const mean = (value: (outcome: Outcome) => number) =>
    answerable.reduce((sum, outcome) => sum + value(outcome), 0) / Math.max(1, answerable.length)
  const share = (is: (outcome: Outcome) => boolean) => mean((outcome) => Number(is(outcome)))
  const shown = outcomes.flatMap(({ grades }) => grades.slice(0, JUDGED))
  const badCount = shown.filter((grade) => grade === 'bad').length
  return {
    queries: outcomes.length,
    answerable: answerable.length,
    goodOnly: mean((outcome) => ndcg(outcome, GOOD_ONLY)),
    graded: mean((outcome) => ndcg(outcome, GRADED)),
    firstIsGood: share(({ grades }) => grades[0] === 'good'),
    goodWithinFive: share(({ grades }) => grades.slice(0, JUDGED).includes('good')),
    nothing: share(({ grades }) => grades.length === 0),
    bad: badCount / Math.max(1, shown.length),
    badCount,
  }
}
