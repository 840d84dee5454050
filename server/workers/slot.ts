import type { ChildProcess, SendHandle } from 'node:child_process'
import type { Family } from '#server/metrics/exposition.ts'
import type { Channel } from './channel.ts'
import type { Taker } from './port.ts'

/** A process that answers requests, in one of the places that `number` counts. */
export interface Slot {
  number: number
  worker: ChildProcess
  channel: Channel
  /** Resolves when it hears. */
  hears: Promise<void>
  /** Rejects when it ends. */
  ended: Promise<never>
  isOpen: boolean
  /** Hands connections to it. */
  take: Taker
  /** Connections that are on their way to it, by their number. */
  taking: Map<number, PromiseWithResolvers<void>>
  unanswered: number
  /** Its counters when they were last read. */
  counters: Family[]
}

/** Hands connections to a worker, which says of each that it has it. */
export function takerOf(worker: ChildProcess, taking: Slot['taking']): Taker {
  let connection = 0
  worker.on('message', (message: { took?: number }) => {
    if (message.took === undefined) return
    taking.get(message.took)?.resolve()
    taking.delete(message.took)
  })
  return (handle) => {
    const id = (connection += 1)
    const settled = Promise.withResolvers<void>()
    taking.set(id, settled)
    if (worker.connected)
      worker.send({ connection: id }, handle as SendHandle, (error) => error && settled.reject(error))
    else settled.reject(new Error('The worker ended.'))
    return settled.promise
  }
}
