import { format } from 'node:util'
import type { Log } from './services.ts'

/** Closing may wait for something that the exception has broken. */
const CLOSES_WITHIN_MS = 20_000

/**
 * Logs what nothing caught. A rejected promise that nothing waits for ends only what it stood for, so the program goes
 * on. After an exception in a callback nothing says how far that had come, so the program ends in order, by `end`, with an
 * exit code that has it started again.
 */
export function logUncaught(log: Pick<Log, 'error'>, end: () => void): void {
  process.on('unhandledRejection', (err) =>
    log.error({ err }, 'a promise was rejected that nothing waited for; the shop goes on'),
  )
  process.on('uncaughtException', (err) => {
    log.error({ err }, 'nothing caught this exception; the shop closes')
    process.exitCode = 1
    setTimeout(() => process.exit(), CLOSES_WITHIN_MS).unref()
    end()
  })
}

/** Has what libraries print, in as many lines as they like, become one line of the log each. */
export function logPrinted(log: Pick<Log, 'warn'>): void {
  for (const way of ['error', 'warn', 'trace'] as const)
    // oxlint-disable-next-line no-console -- libraries print here
    console[way] = (...words: unknown[]) => log.warn({}, `a library says: ${format(...words)}`)
}
