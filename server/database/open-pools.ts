import type { Pool } from 'pg'

/** Connections of the pools of one name. */
export interface PoolState {
  name: string
  /** Most connections. */
  most: number
  inUse: number
  idle: number
  /** Queries that wait for a connection. */
  waiting: number
}

const open = new Set<{ name: string; url: string; pool: Pool }>()

/** Registers a pool, so that `readPools` tells of it until it ends. */
export function registerPool(name: string, url: string, pool: Pool): void {
  forgetEnded()
  open.add({ name, url, pool })
}

/** State of this process's pools on a database, by name; those of one name are summed. */
export function readPools(url: string): PoolState[] {
  forgetEnded()
  const byName = new Map<string, PoolState>()
  for (const { name, pool } of [...open].filter((one) => one.url === url)) {
    const sum = byName.get(name) ?? { name, most: 0, inUse: 0, idle: 0, waiting: 0 }
    byName.set(name, {
      name,
      most: sum.most + pool.options.max,
      inUse: sum.inUse + pool.totalCount - pool.idleCount,
      idle: sum.idle + pool.idleCount,
      waiting: sum.waiting + pool.waitingCount,
    })
  }
  return [...byName.values()]
}

function forgetEnded(): void {
  for (const one of open) if (one.pool.ending) open.delete(one)
}
