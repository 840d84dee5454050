import { availableFor, judgeOf, KINDS, type JudgedQuery } from './judged-queries.ts'
import { JUDGED, scoresOf, type Grade, type Outcome, type Scores } from './metrics.ts'
import { sampleOf, samples, shareFound } from './samples.ts'
import type { Work } from './stocked-shop.ts'
import type { Found, System } from './systems.ts'
import { percent, table } from './tables.ts'

/** What a system answered to a judged query. */
export interface Answer extends Outcome {
  query: JudgedQuery
  found: Found[]
}

/** Answers to all queries, by system. */
export type Measured = Map<System, Answer[]>

/** Asks every query of every system, one after the other. */
export async function askAll(
  systems: readonly System[],
  queries: readonly JudgedQuery[],
  works: readonly Work[],
): Promise<Measured> {
  const judged = queries.map((query) => {
    const judge = judgeOf(query)
    return { query, judge, available: availableFor(judge, works) }
  })
  const measured: Measured = new Map()
  for (const system of systems) {
    const answers: Answer[] = []
    for (const { query, judge, available } of judged) {
      const found = (await system.search(query.query)).slice(0, JUDGED)
      answers.push({ query, found, grades: found.map(judge), available })
    }
    measured.set(system, answers)
  }
  return measured
}

/** One line per system with all its scores. */
export function totals(measured: Measured): string {
  const rows = [...measured].map(([{ name }, answers]) => {
    const scores = scoresOf(answers)
    return [
      name,
      scores.goodOnly.toFixed(3),
      scores.graded.toFixed(3),
      percent(scores.firstIsGood),
      percent(scores.goodWithinFive),
      `${percent(scores.bad)} (${scores.badCount})`,
      percent(scores.nothing),
    ]
  })
  const headings = [
    '',
    'nDCG@5',
    'graded nDCG@5',
    'first is good',
    'a good one in 5',
    'bad among shown',
    'nothing found',
  ]
  return table(headings, rows)
}

/** nDCG@5 of good works by kind and system; where the shop has no answer, the share of queries that found nothing. */
export function byKind(measured: Measured): string {
  const scores = [...measured.values()].map((answers) => Map.groupBy(answers, ({ query }) => query.kind))
  const rows = KINDS.flatMap((kind) => {
    const count = scores[0]?.get(kind)?.length
    return count === undefined ? [] : [[`${kind} (${count})`, ...scores.map((of) => scoreOfKind(of.get(kind)!))]]
  })
  return table(['', ...[...measured.keys()].map(({ name }) => name)], rows)
}

function scoreOfKind(answers: readonly Answer[]): string {
  if (answers.some(({ available }) => available.good > 0)) return scoresOf(answers).goodOnly.toFixed(2)
  return percent(answers.filter(({ found }) => found.length === 0).length / answers.length)
}

/** Queries whose first work is not a good one, or which should have found nothing, with all that was shown. */
export function failuresOf(answers: readonly Answer[]): string {
  return answers
    .filter(({ grades, available }) => (available.good > 0 ? grades[0] !== 'good' : grades.includes('bad')))
    .map(({ query, found, grades }) => `${query.kind}: ${query.query}\n${shownLines(found, grades)}`)
    .join('\n')
}

const SIGNS: Record<Grade, string> = { good: '+', acceptable: '~', bad: '-' }

/** One line per work: '+' good, '~' acceptable, '-' bad; without a sign where nobody judged. */
export function shownLines(found: readonly Found[], grades?: readonly Grade[]): string {
  if (found.length === 0) return '    nothing found'
  return found.map(({ title, author }, at) => `  ${grades ? SIGNS[grades[at]!] : ' '} ${title} · ${author}`).join('\n')
}

/** Share of each sample whose work is among the first three, by system. */
export async function measureSamples(systems: readonly System[], works: readonly Work[]): Promise<string> {
  const rows: string[][] = []
  for (const name of Object.keys(samples)) {
    const sample = sampleOf(name, works)
    const shares: string[] = []
    for (const system of systems) shares.push(percent(await shareFound(sample, system)))
    rows.push([`${name} (${sample.length})`, ...shares])
  }
  return table(['', ...systems.map(({ name }) => name)], rows)
}

/** What the unseen queries have to reach: a figure of which more is better, and its least value. */
const TARGETS: { name: string; figure: (scores: Scores) => number; least: number }[] = [
  { name: 'nDCG@5 at least 0.85', figure: ({ goodOnly }) => goodOnly, least: 0.85 },
  { name: 'the first is good in at least 82 %', figure: ({ firstIsGood }) => firstIsGood, least: 0.82 },
  { name: 'at most 10 % bad', figure: ({ bad }) => 1 - bad, least: 0.9 },
  { name: 'nothing found for at most 3 %', figure: ({ nothing }) => 1 - nothing, least: 0.97 },
]

/** One line per target: whether the first system reaches it, and no other has a better figure. */
export function targetLines(measured: Measured): string {
  const [own, ...others] = [...measured.values()].map(scoresOf)
  return TARGETS.map(({ name, figure, least }) => {
    const isBest = others.every((other) => figure(own!) >= figure(other))
    return `${figure(own!) >= least ? 'reached' : 'missed '}  ${name}; ${isBest ? 'no other is better' : 'another is better'}`
  }).join('\n')
}
