import type { Pool } from 'pg'
import type { PoolState } from '../open-pools.ts'
import { shareNext } from '../reaching/share-next.ts'
import { openReplica, type Replica, type ReplicaState } from './replica.ts'
import { withReading, type Reading } from './reading.ts'

export type { ReplicaState } from './replica.ts'

/** Replicas of the database, which answer public reads. */
export interface Replicas {
  /**
   * Runs reads of public data. Their statements see all that was acknowledged to anybody before the first of them, by
   * whatever instance: a replica answers that has replayed so much, else the primary.
   */
  within<Result>(read: () => Promise<Result>): Promise<Result>
  readonly states: ReplicaState[]
  /** Calls back when a replica is left out, and when it is back. */
  onChange(listener: (state: ReplicaState) => void): void
  readPools(): PoolState[]
  close(): Promise<void>
}

/** Logs a line when a replica is left out, and one when it is back. */
export function logReplicas(replicas: Replicas, log: { warn(facts: object, message: string): void }): void {
  replicas.onChange(({ name, leftOut }) =>
    log.warn(
      { replica: name },
      leftOut === null
        ? 'the replica answers reads again'
        : `the replica is ${leftOut}; the others and the primary answer its reads until it is back`,
    ),
  )
}

/** Opens the replicas at these addresses, each of one server. Connects with the first read. */
export function openReplicas(urls: readonly string[], max: number, primary: Pool): Replicas {
  const replicas = urls.map((url) => openReplica(url, max))
  const readPosition = shareNext(async () => {
    // What is acknowledged is flushed first.
    const { rows } = await primary.query<{ at: string }>('SELECT pg_current_wal_flush_lsn()::text AS at')
    return rows[0]!.at
  })
  let turn = 0
  const choose = async (): Promise<Replica | null> => {
    const inUse = replicas.filter((replica) => replica.mayBeAsked())
    if (inUse.length === 0) return null
    const at = await readPosition()
    turn += 1
    for (let next = 0; next < inUse.length; next += 1) {
      const replica = inUse[(turn + next) % inUse.length]!
      if (await replica.has(at)) return replica
    }
    return null
  }
  return {
    within: (read) => withReading(readingOf(choose), read),
    get states() {
      return replicas.map(({ state }) => state)
    },
    onChange: (listener) => replicas.forEach((replica) => replica.onChange(listener)),
    readPools: () => replicas.flatMap((replica) => replica.readPools()),
    close: async () => void (await Promise.all(replicas.map((replica) => replica.close()))),
  }
}

/** One request's reads: the first chooses who answers them all, since another replica may be less far. */
function readingOf(choose: () => Promise<Replica | null>): Reading {
  let chosen: Promise<Replica | null> | undefined
  let epoch = -1
  const first = () =>
    choose().then((replica) => {
      epoch = replica?.epoch ?? -1
      return replica
    })
  return {
    ask: async (sql, parameters) => {
      const replica = await (chosen ??= first())
      // After a restart it may have less than before.
      return replica?.epoch === epoch ? replica.ask(sql, parameters) : null
    },
  }
}
