/** Reasons why a database doesn't answer: transient, not the request's fault, worth a retry. */
export type DatabaseTrouble = 'away' | 'full' | 'exhausted' | 'slow' | 'read-only' | 'broken' | 'disk' | 'limit'

/** Network and TLS failures: refused, reset or broken connections, names and certificates that don't hold. */
const UNREACHABLE =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/
/**
 * The server shuts down, has crashed or is starting (classes 08 and 57P); statement_completion_unknown; it refuses our
 * name, password or database (28, 3D).
 */
const AWAY = /^(08|57P|40003|28|3D)/
/** pg's own messages, which have no code. */
const CUT_OFF =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect)/
/**
 * query_canceled by statement_timeout; lock_not_available by lock_timeout; deadlock_detected and serialization_failure,
 * rolled back and worth a retry; a transaction that idled or ran too long.
 */
const SLOW = new Set(['57014', '55P03', '40P01', '40001', '25P03', '25P04'])
/** Errors of the system, disk and files (58); unreadable data and indexes. */
const BROKEN = /^(58|XX00[12])/
/** The system gives this process no more files, memory or ports. */
const LIMIT = /^(EMFILE|ENFILE|ENOMEM|ENOBUFS|EAGAIN|EADDRNOTAVAIL)$/
/** Messages of Node, sharp and PostgreSQL when too many files are open. */
const OUT_OF_FILES = /too many open files|insufficient file descriptors/i

/** The database did not answer within the pool's `answerTimeout`; the connection was broken. */
export class Unanswered extends Error {
  override name = 'Unanswered'
  override message = 'The database did not answer'
}

/** Classifies the error of a query; null where the query itself is wrong. */
export function databaseTrouble(error: Error & { code?: unknown }): DatabaseTrouble | null {
  const code = typeof error.code === 'string' ? error.code : ''
  // disk_full, and the system's codes where PostgreSQL can't even write its log.
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return 'full'
  // Insufficient memory, connections or configured limits.
  if (code.startsWith('53')) return 'exhausted'
  // Linux remounts a failing disk read-only.
  if (code === 'EROFS' || code === 'EIO') return 'disk'
  if (LIMIT.test(code) || isOutOfFiles(error)) return 'limit'
  if (SLOW.has(code) || error instanceof Unanswered) return 'slow'
  // A standby, as after a failover, or a server set to read-only.
  if (code === '25006') return 'read-only'
  if (BROKEN.test(code)) return 'broken'
  return UNREACHABLE.test(code) || AWAY.test(code) || CUT_OFF.test(error.message) ? 'away' : null
}

/** Whether the limit of open files is reached, in this program or its PostgreSQL. */
export function isOutOfFiles(error: Error & { code?: unknown }): boolean {
  return error.code === 'EMFILE' || error.code === 'ENFILE' || OUT_OF_FILES.test(error.message)
}
