/** What keeps a database from answering: nobody's fault who asks, and worth another try. */
export type DatabaseTrouble = 'away' | 'full' | 'exhausted' | 'slow' | 'read-only' | 'broken' | 'disk' | 'limit'

/** Refused, reset or broken connections, names and certificates that don't hold. */
const UNREACHABLE =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/
/**
 * A server that shuts down, crashed or is starting (classes 08 and 57P); statement_completion_unknown; one that doesn't
 * take our name, password or database any more (28, 3D).
 */
const AWAY = /^(08|57P|40003|28|3D)/
/** What pg says without a code. */
const CUT_OFF =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect)/
/**
 * query_canceled by statement_timeout; lock_not_available by lock_timeout; deadlock_detected and serialization_failure:
 * undone, and to be tried again; a transaction that idled, or took, too long.
 */
const SLOW = new Set(['57014', '55P03', '40P01', '40001', '25P03', '25P04'])
/** The system's, disk's and files' own errors (58); data and indexes that can't be read. */
const BROKEN = /^(58|XX00[12])/
/** The system gives this program no more files, memory or ports. */
const LIMIT = /^(EMFILE|ENFILE|ENOMEM|ENOBUFS|EAGAIN|EADDRNOTAVAIL)$/
/** As Node and sharp put it when they can't load a part of the program for that reason, and PostgreSQL at its start. */
const OUT_OF_FILES = /too many open files|insufficient file descriptors/i

/** The database did not answer within the pool's `answerTimeout`; the connection is broken off. */
export class Unanswered extends Error {
  override name = 'Unanswered'
  override message = 'The database did not answer'
}

/** The trouble behind a failed query; null where the query itself is to blame. */
export function databaseTrouble(error: Error & { code?: unknown }): DatabaseTrouble | null {
  const code = typeof error.code === 'string' ? error.code : ''
  // disk_full, and what the system says where PostgreSQL can't even write its log of changes.
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return 'full'
  // Memory, connections, configured limits.
  if (code.startsWith('53')) return 'exhausted'
  // Linux makes a disk that fails read-only.
  if (code === 'EROFS' || code === 'EIO') return 'disk'
  if (LIMIT.test(code) || isOutOfFiles(error)) return 'limit'
  if (SLOW.has(code) || error instanceof Unanswered) return 'slow'
  // A standby, as after a failover, or a server that was set so.
  if (code === '25006') return 'read-only'
  if (BROKEN.test(code)) return 'broken'
  return UNREACHABLE.test(code) || AWAY.test(code) || CUT_OFF.test(error.message) ? 'away' : null
}

/** Whether the system lets this program, or its PostgreSQL, open no more files. */
export function isOutOfFiles(error: Error & { code?: unknown }): boolean {
  return error.code === 'EMFILE' || error.code === 'ENFILE' || OUT_OF_FILES.test(error.message)
}
