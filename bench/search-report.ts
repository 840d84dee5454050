import type { Measured } from './parts.ts'
import { table, type Figure } from './report.ts'
import { percentile } from './load.ts'
import type { Kind } from './search-kinds.ts'
import type { Cost } from './search-reads.ts'
import type { WriteCost } from './search-writes.ts'

/** Measurements at one number of copies. */
export interface SizeMeasured {
  size: number
  built: { seconds: number; cpuSeconds: number }
  /** `atFirst` is the cost in a first, cold round; informative. */
  kinds: { kind: Kind; cost: Cost; atFirst: Cost }[]
  writes: WriteCost[]
  foundMs: number[]
}

/** Targets at a million copies. */
const AT_A_MILLION = { suggestionsMs: 20, searchMs: 60, growth: 4, writes: 2, foundMs: 1000, builtSeconds: 600 }

/** Tables for each size, and the figures with limits: those of the largest, beside the smallest. */
export function reportSearch(measured: readonly SizeMeasured[]): Measured {
  const [smallest, largest] = [measured[0]!, measured.at(-1)!]
  return {
    sections: [],
    tables: measured.map((one) => `${readsTable(one, smallest)}\n\n${writesTable(one)}`),
    figures: figuresOf(largest, smallest),
  }
}

const named = (size: number) => `${size.toLocaleString('en')} copies`
const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)
const times = (ratio: number) => `${ratio.toFixed(2)} ×`

function readsTable({ size, kinds }: SizeMeasured, smallest: SizeMeasured): string {
  const heads = ['p50 ms', 'p99 ms', 'at first', 'CPU server ms', 'CPU database ms', 'growth']
  const rows = kinds.map(({ kind, cost, atFirst }, at) => [
    kind.title,
    ...[cost.p50, cost.p99, atFirst.p99, cost.serverCpu, cost.databaseCpu].map(ms),
    times(cost.p50 / smallest.kinds[at]!.cost.p50),
  ])
  return table([named(size), ...heads], rows)
}

function writesTable({ size, writes }: SizeMeasured): string {
  const heads = ['p50 ms', 'without the search', 'ratio', 'CPU ms', 'without the search', 'ratio']
  const compared = (value: number, without: number) => [ms(value), ms(without), times(value / without)]
  const rows = writes.map(({ title, p50, cpu, without }) => [
    title,
    ...compared(p50, without.p50),
    ...compared(cpu, without.cpu),
  ])
  return table([named(size), ...heads], rows)
}

function figuresOf(largest: SizeMeasured, smallest: SizeMeasured): Figure[] {
  const of = named(largest.size)
  const limit = AT_A_MILLION
  const slowest = (isSuggested: boolean) =>
    largest.kinds
      .filter(({ kind }) => (kind.isSuggested === true) === isSuggested)
      .reduce((one, other) => (other.cost.p99 > one.cost.p99 ? other : one))
  const growths = largest.kinds.map(({ cost }, at) => cost.p50 / smallest.kinds[at]!.cost.p50)
  const writes = largest.writes.map(({ p50, without }) => p50 / without.p50)
  const { kind, cost } = slowest(false)
  const slowestAtFirst = Math.max(...largest.kinds.map(({ atFirst }) => atFirst.p99))
  const figures: Figure[] = [
    { title: `${of}: suggestions, p99`, value: slowest(true).cost.p99, limit: limit.suggestionsMs, unit: 'ms' },
    { title: `${of}: the slowest search (${kind.title}), p99`, value: cost.p99, limit: limit.searchMs, unit: 'ms' },
    { title: `${of}: the slowest soon after the start, p99`, value: slowestAtFirst, unit: 'ms' },
    {
      title: `${of}: listing, editing or selling beside a shop without the search`,
      value: Math.max(...writes),
      limit: limit.writes,
      unit: '×',
    },
    {
      title: `${of}: a change is found after, at most`,
      value: Math.max(...largest.foundMs),
      limit: limit.foundMs,
      unit: 'ms',
    },
    { title: `${of}: a change is found after, median`, value: percentile(largest.foundMs, 50), unit: 'ms' },
    { title: `${of}: the index is built in`, value: largest.built.seconds, limit: limit.builtSeconds, unit: 's' },
    { title: `${of}: CPU time of that, server and database`, value: largest.built.cpuSeconds, unit: 's' },
  ]
  if (largest === smallest) return figures
  const title = `${of}: medians beside ${named(smallest.size)}, at most`
  return [...figures, { title, value: Math.max(...growths), limit: limit.growth, unit: '×' }]
}
