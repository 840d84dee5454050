import { setTimeout as sleep } from 'node:timers/promises'
import { addUp, beside, countersOf, labelled } from '#server/metrics/add-up.ts'
import type { Family } from '#server/metrics/exposition.ts'
import type { ProcessMetrics } from '#server/metrics/read-metrics.ts'
import type { Slot } from './slot.ts'

const WITHIN_MS = 1000

interface Given {
  slots: Iterable<Slot>
  /** Of the process that started them. */
  ours: ProcessMetrics | undefined
  /** Counters of workers that have ended. */
  past: readonly Family[]
}

/**
 * Metrics of all processes: those that are added up, and what each has for itself under its name. Of a worker that is
 * busy those count that it told last.
 */
export async function readAllMetrics({ slots, ours, past }: Given): Promise<Family[]> {
  const theirs = await Promise.all(
    [...slots]
      .filter(({ isOpen }) => isOpen)
      .map(async (slot) => {
        const late = sleep(WITHIN_MS, null, { ref: false })
        const read = await Promise.race([slot.channel.ask('metrics', null), late])
        slot.counters = read ? countersOf(read.added) : slot.counters
        return { added: read?.added ?? slot.counters, own: labelled(read?.own ?? [], { worker: slot.number }) }
      }),
  )
  return [
    ...addUp([past, ours?.added ?? [], ...theirs.map(({ added }) => added)]),
    ...beside([labelled(ours?.own ?? [], { worker: 'main' }), ...theirs.map(({ own }) => own)]),
  ]
}
