import { availableParallelism } from 'node:os'
import type { Round } from './load.ts'

/** One load, measured on both servers in turns. */
export interface Comparison {
  title: string
  /** Percent of the bare server's rate that is to be reached. */
  target: number
  ours: Round[]
  bare: Round[]
}

/** One figure that may not be exceeded. */
export interface Limit {
  title: string
  value: number
  limit: number
  unit: string
}

/** The middle value; of an even number of values the lower one of the middle two. */
function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!
}

/** Percent of the bare server's rate: the median of the rounds, each against its neighbour in time. */
export function ratio({ ours, bare }: Pick<Comparison, 'ours' | 'bare'>): number {
  return median(ours.map((round, at) => (100 * round.perSecond) / bare[at]!.perSecond))
}

/** The whole result as two tables for the README, and whether everything was reached. */
export function report(comparisons: Comparison[], limits: Limit[]): { text: string; allReached: boolean } {
  const figures = (rounds: Round[]) => {
    const perSecond = median(rounds.map((round) => round.perSecond))
    const cpuMs = median(rounds.map((round) => round.cpuMsPerRequest))
    return `${perSecond.toFixed(0)}/s, ${cpuMs.toFixed(2)} ms CPU`
  }
  const lines = [
    '| Load | Dogear | Bare server | Rate of the bare one | Target |',
    '| --- | --- | --- | --- | --- |',
    ...comparisons.map(
      (row) =>
        `| ${row.title} | ${figures(row.ours)} | ${figures(row.bare)} | **${ratio(row).toFixed(0)} %** | at least ${row.target} % |`,
    ),
    '',
    '| Figure | Measured | Target |',
    '| --- | --- | --- |',
    ...limits.map(
      ({ title, value, limit, unit }) => `| ${title} | **${value.toFixed(0)} ${unit}** | at most ${limit} ${unit} |`,
    ),
    '',
    `Median of ${comparisons[0]?.ours.length} rounds that alternate between the two servers, on ${availableParallelism()} cores shared with the load and the database, Node ${process.versions.node}.`,
  ]
  const allReached =
    comparisons.every((row) => ratio(row) >= row.target) && limits.every(({ value, limit }) => value <= limit)
  return { text: lines.join('\n'), allReached }
}
