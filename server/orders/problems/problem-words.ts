import type { ProblemOutcome } from '#contract/orders/problems.ts'
import type { ProblemRow } from './problems.sql.ts'

const words: Record<ProblemOutcome, string> = {
  settled: 'This problem is already closed.',
  refunded: 'The order was refunded meanwhile, so this problem is closed.',
  cancelled: 'The order was cancelled meanwhile, so this problem is closed.',
  nothing: 'The club has decided meanwhile: no money goes back.',
  part: 'The club has decided meanwhile: part of the money goes back.',
  all: 'The club has decided meanwhile: all of the money goes back.',
}

/** How a problem ended, for a refusal. */
export const endedWords = ({ outcome }: Pick<ProblemRow, 'outcome'>): string =>
  outcome ? words[outcome] : 'This problem has changed. Please read it again.'
