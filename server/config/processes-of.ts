import { divideConnections } from './connections.ts'
import type { Settings } from './settings.ts'

/** The embedded database takes 300, of tools and backups as well. */
const MOST_EMBEDDED = 280

/** Most connections that each process may open to the embedded database. */
export const mostEmbedded = ({ WORKERS: workers }: Pick<Settings, 'WORKERS'>): number =>
  Math.floor(MOST_EMBEDDED / (workers === 1 ? 1 : workers + 1))

/** The processes of this instance: those that answer requests, what it does, and the connections of each process's parts. */
export function processesOf(read: Settings) {
  return {
    workers: read.WORKERS,
    role: read.ROLE,
    /** Seals the shop's keys in the database; null for none. */
    keysSecret: read.KEYS_SECRET ?? null,
    connections: divideConnections(read.DATABASE_CONNECTIONS),
  }
}
