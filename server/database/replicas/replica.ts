import type { PostgresQueryResult } from 'kysely'
import { callbackPool } from '../callback-pool.ts'
import { BudgetSpent } from '../budget.ts'
import { openPool } from '../open-pool.ts'
import { readPools, type PoolState } from '../open-pools.ts'

/** How a replica is. */
export interface ReplicaState {
  /** Host and port. */
  name: string
  /** Why it is left out; null where it answers reads. */
  leftOut: 'away' | 'behind' | null
}

/** One server that replays what the primary writes. */
export interface Replica {
  readonly state: ReplicaState
  /** Raised when connections broke: it may have been restarted. */
  readonly epoch: number
  /** False for a while after it was away or behind. */
  mayBeAsked(): boolean
  /** Whether it has replayed up to a position of the primary's log. */
  has(at: string): Promise<boolean>
  /** The rows of a read; null where it can't answer, and the primary has to. */
  ask<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row> | null>
  onChange(listener: (state: ReplicaState) => void): void
  readPools(): PoolState[]
  close(): Promise<void>
}

/** A replica follows within a millisecond or two, about as long as one question takes. */
const TRIES = 3
/** A replica that isn't so far for this long is behind, and not asked by each read. */
const BEHIND_MS = 1000
const ASK_AGAIN_MS = 1000
/** One that is silent may cost a read so long. */
const REACHED_WITHIN_MS = 500
const SILENT_MS = 6000

const HAS = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS "isThere"'

/** Opens a replica. Connects with the first question. */
export function openReplica(url: string, max: number): Replica {
  return new StreamingReplica(url, max)
}

class StreamingReplica implements Replica {
  readonly #pool: ReturnType<typeof openPool>
  readonly #clients: ReturnType<typeof callbackPool>
  readonly #url: string
  readonly #listeners: ((state: ReplicaState) => void)[] = []
  readonly #name: string
  #leftOut: ReplicaState['leftOut'] = null
  #askAgainAt = Number.NEGATIVE_INFINITY
  #behindSince: number | null = null
  epoch = 0

  constructor(url: string, max: number) {
    this.#url = url
    this.#name = new URL(url).host
    const settings = { jit: 'off' }
    const lost = () => (this.epoch += 1)
    this.#pool = openPool(url, {
      name: `dogear replica ${this.#name}`,
      max,
      settings,
      onLost: lost,
      answerTimeout: SILENT_MS,
    })
    this.#clients = callbackPool(this.#pool)
  }

  get state(): ReplicaState {
    return { name: this.#name, leftOut: this.#leftOut }
  }

  mayBeAsked(): boolean {
    return performance.now() >= this.#askAgainAt
  }

  async has(at: string): Promise<boolean> {
    try {
      return await within(REACHED_WITHIN_MS, this.#reaches(at))
    } catch {
      this.epoch += 1
      this.#leaveOut('away')
      return false
    }
  }

  async ask<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row> | null> {
    try {
      return await this.#query<Row>(sql, parameters)
    } catch (error) {
      // The primary would take as long. Whatever else it is, the primary answers or says the same.
      if (error instanceof BudgetSpent) throw error
      this.epoch += 1
      return null
    }
  }

  onChange(listener: (state: ReplicaState) => void): void {
    this.#listeners.push(listener)
  }

  readPools(): PoolState[] {
    return readPools(this.#url)
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  async #reaches(at: string): Promise<boolean> {
    for (let turn = 0; turn < TRIES; turn += 1) {
      const { rows } = await this.#query<{ isThere: boolean | null }>(HAS, [at])
      if (rows[0]?.isThere) {
        this.#behindSince = null
        this.#change(null)
        return true
      }
    }
    const now = performance.now()
    this.#behindSince ??= now
    if (now - this.#behindSince >= BEHIND_MS) this.#leaveOut('behind')
    return false
  }

  async #query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    const client = await this.#clients.connect()
    try {
      return await client.query<Row>(sql, parameters)
    } finally {
      client.release()
    }
  }

  #leaveOut(why: 'away' | 'behind'): void {
    this.#askAgainAt = performance.now() + ASK_AGAIN_MS
    this.#change(why)
  }

  #change(leftOut: ReplicaState['leftOut']): void {
    if (leftOut === this.#leftOut) return
    this.#leftOut = leftOut
    for (const listener of this.#listeners) listener(this.state)
  }
}

/** Rejects where the work takes longer; the work goes on. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A replica is silent.')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
