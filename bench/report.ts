import { availableParallelism } from 'node:os'
import { percentile, type Round } from './load.ts'
import type { Measured } from './parts.ts'
import type { Pairs } from './rounds.ts'

/** A load measured on both servers in turns. */
export interface Comparison extends Pairs {
  title: string
  /** Target in percent of the other server's rate; informative without one. */
  target?: number
}

/** Loads compared with the same other server. */
export interface Section {
  /** Headings: the load, our figures, and the other server's. */
  heads: [load: string, ours: string, bare: string]
  rows: Comparison[]
}

/** A single figure. */
export interface Figure {
  title: string
  value: number
  unit: string
  /** Upper limit; informative without one. */
  limit?: number
}

const median = (values: number[]) => percentile(values, 50)

/** A table in Markdown. */
export const table = (heads: string[], rows: (string | number)[][]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Percent of the other server's rate: the median of the rounds, each against its neighbour in time. */
function rateOf({ ours, bare }: Pairs): number {
  return median(ours.map((round, at) => (100 * round.perSecond) / bare[at]!.perSecond))
}

/** CPU time per request, as a multiple of the other server's. */
function costOf({ ours, bare }: Pairs): number {
  return median(ours.map((round, at) => round.cpuMsPerRequest / bare[at]!.cpuMsPerRequest))
}

/** Formats what a part measured as tables, and says whether every target was reached. */
export function report({ sections, figures: measured, tables = [] }: Measured): { text: string; allReached: boolean } {
  const rounds = sections[0]?.rows[0]?.ours.length ?? 0
  const single = measured.map(({ title, value, unit, limit }) => {
    const target = limit === undefined ? '' : `at most ${limit} ${unit}`
    return [title, `**${round(value)} ${unit}**`, target]
  })
  const texts = [...sections.map(tableOf), ...tables]
  if (single.length > 0) texts.push(table(['Figure', 'Measured', 'Target'], single))
  const turns =
    rounds === 1 ? 'A round of each server' : `Medians of ${rounds} rounds that alternate between two servers`
  const how = `${rounds > 0 ? turns : 'Measured'} on ${availableParallelism()} cores shared with the load and the database, Node ${process.versions.node}.`
  const allReached =
    sections.every(({ rows }) => rows.every((row) => rateOf(row) >= (row.target ?? 0))) &&
    measured.every(({ value, limit }) => limit === undefined || value <= limit)
  return { text: [...texts, how].join('\n\n'), allReached }
}

const tableOf = ({ heads, rows }: Section): string =>
  table(
    [...heads, 'Rate beside it', 'CPU beside it', 'Target'],
    rows.map((row) => {
      const target = row.target === undefined ? '' : `at least ${row.target} %`
      const rate = `**${round(rateOf(row))} %**`
      return [row.title, figures(row.ours), figures(row.bare), rate, `${round(costOf(row))} ×`, target]
    }),
  )

function figures(rounds: Round[]): string {
  const perSecond = median(rounds.map((round) => round.perSecond))
  const cpuMs = median(rounds.map((round) => round.cpuMsPerRequest))
  return `${perSecond.toFixed(0)}/s, ${cpuMs.toFixed(2)} ms CPU`
}

/** Rounds to the digits that mean something. */
function round(value: number): string {
  return value === 0 ? '0' : value < 10 ? value.toFixed(1) : value.toFixed(0)
}
