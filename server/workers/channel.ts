import type { AddressInfo } from 'node:net'
import { OperatorError } from '#server/database/operator-error.ts'
import type { Family } from '#server/metrics/exposition.ts'
import type { ProcessMetrics } from '#server/metrics/read-metrics.ts'
import type { RequestCount } from '#server/ports/request-counts.ts'

/** What two processes ask each other, by its name: the question and the answer, both as JSON can carry them. */
export interface Questions {
  /** To a worker: connections come from now on; have their requests wait. */
  begin: { ask: Beginning; answer: null }
  /** To a worker: the database is ready; open the shop. */
  open: { ask: OpenDatabase; answer: null }
  /** To a worker: what the others do changed. */
  background: { ask: Background; answer: null }
  /** To a worker: what the program is doing before it is open. */
  stage: { ask: string; answer: null }
  /** To a worker: have load balancers send nobody any more; answered when they don't. */
  drain: { ask: null; answer: null }
  /** To a worker: finish what is under way, and end. */
  close: { ask: null; answer: null }
  /** To a worker: a sign of life. */
  ping: { ask: null; answer: null }
  /** To a worker: what it counts; to the program: what all count. */
  metrics: { ask: null; answer: ProcessMetrics }
  allMetrics: { ask: null; answer: Family[] }
  /** To the program: a worker runs, and hears. */
  here: { ask: null; answer: null }
  /** To the program: a worker is about to close; answered when no connection is on its way to it. */
  leaving: { ask: null; answer: null }
  /** To the program: count requests of a client. */
  count: { ask: { key: string; costs: number; windowMs: number }; answer: RequestCount }
}

/** How a worker begins. */
export interface Beginning {
  number: number
  /** Where the program listens, as a server's. */
  address: AddressInfo | string
  stage: string
}

/** What a worker needs to open the shop on a database that is ready. */
export interface OpenDatabase {
  databaseUrl: string
  migrations: string[]
  background: Background
  /** The demo's stand-in for Google, of which there is one. */
  googleStandIn: unknown
}

/** What the program does beside its workers, as they tell monitors and admins. */
export interface Background {
  /** Since when emails fail, in Unix milliseconds. */
  mailFailingSince: number | null
  /** State of the backups, as JSON. */
  backups: string | null
}

export type Question = keyof Questions
type Answering = {
  [Name in Question]?: (asked: Questions[Name]['ask']) => Questions[Name]['answer'] | Promise<Questions[Name]['answer']>
}

interface Asked {
  id: number
  ask: Question
  value: unknown
}
type Answered = { id: number } & ({ answer: unknown } | { failed: string })

/** The other process. */
export interface Peer {
  send(message: Asked | Answered): void
  onMessage(hear: (message: unknown) => void): void
}

/** Questions and answers between two processes of one program. */
export class Channel {
  readonly #peer: Peer
  readonly #waiting = new Map<number, { resolve(answer: never): void; reject(error: Error): void }>()
  #asked = 0

  /** Answers what the other asks by `answering`; a failure is sent to it in the words of `explain`. */
  constructor(peer: Peer, answering: Answering, explain = (error: unknown) => String(error)) {
    this.#peer = peer
    peer.onMessage((message) => {
      if (isAsked(message)) void this.#answer(message, answering, explain)
      else if (isAnswered(message)) this.#settle(message)
    })
  }

  /** Asks the other process. Rejects with its words where it fails; never settles where it ends before. */
  ask<Name extends Question>(ask: Name, value: Questions[Name]['ask']): Promise<Questions[Name]['answer']> {
    const id = (this.#asked += 1)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#peer.send({ id, ask, value })
    })
  }

  async #answer({ id, ask, value }: Asked, answering: Answering, explain: (error: unknown) => string): Promise<void> {
    const answer = answering[ask] as ((value: unknown) => unknown) | undefined
    try {
      this.#peer.send({ id, answer: (await answer?.(value)) ?? null })
    } catch (error) {
      this.#peer.send({ id, failed: explain(error) })
    }
  }

  #settle(answered: Answered): void {
    const waiting = this.#waiting.get(answered.id)
    this.#waiting.delete(answered.id)
    if ('failed' in answered) waiting?.reject(new OperatorError(answered.failed))
    else waiting?.resolve(answered.answer as never)
  }
}

const isAsked = (message: unknown): message is Asked => has(message, 'ask')
const isAnswered = (message: unknown): message is Answered => has(message, 'answer') || has(message, 'failed')
const has = (message: unknown, part: string) =>
  typeof message === 'object' && message !== null && 'id' in message && part in message
