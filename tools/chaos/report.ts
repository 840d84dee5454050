import type { Planned } from './plan.ts'

/** What a fault of the plan brought. */
export interface Round extends Planned {
  kills: number
  /** Writes acknowledged since the shop was well after the fault before. */
  acknowledged: number
  lost: number
  doubled: number
  broken: number
  /** Null where no write was acknowledged within the patience. */
  seconds: number | null
}

const seconds = (numbers: number[]): string => {
  const sorted = numbers.toSorted((one, other) => one - other)
  return `${sorted[Math.floor(sorted.length / 2)]!.toFixed(1)} / ${sorted.at(-1)!.toFixed(1)}`
}

/** The rounds as a table, one row a fault, with a sum. */
export function tableOf(rounds: readonly Round[]): string {
  const names = [...new Set(rounds.map(({ name }) => name))].toSorted()
  const rowOf = (name: string, own: readonly Round[]) => {
    const sum = (of: (round: Round) => number) => String(own.reduce((total, round) => total + of(round), 0))
    const times = own.flatMap((round) => round.seconds ?? [])
    const never = own.length - times.length
    return [
      name,
      String(own.length),
      sum(({ kills }) => kills),
      sum(({ acknowledged }) => acknowledged),
      sum(({ lost }) => lost),
      sum(({ doubled }) => doubled),
      sum(({ broken }) => broken),
      `${times.length > 0 ? seconds(times) : '–'}${never > 0 ? `, ${never} never` : ''}`,
    ]
  }
  const head = [
    'Fault',
    'Times',
    'Kills',
    'Acknowledged',
    'Lost',
    'Doubled',
    'Broken',
    'Seconds until well (median / most)',
  ]
  const rows = [
    ...names.map((name) =>
      rowOf(
        name,
        rounds.filter((round) => round.name === name),
      ),
    ),
    rowOf('All', rounds),
  ]
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
