import { format } from 'node:util'
import { saysJson } from './say.ts'
import type { Log } from './services.ts'

/** Shutdown timeout: the exception may have broken something that closing waits for. */
const CLOSES_WITHIN_MS = 20_000

/**
 * Logs unhandled rejections and uncaught exceptions. After a rejection, which ends only its own work, the program goes
 * on. After an exception its state is unknown, so `end` shuts it down with an exit code that restarts it.
 */
export function logUncaught(log: Pick<Log, 'error'>, end: () => void): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection; the shop goes on'))
  process.on('uncaughtException', (err) => {
    log.error({ err }, 'uncaught exception; the shop closes')
    process.exitCode = 1
    setTimeout(() => process.exit(), CLOSES_WITHIN_MS).unref()
    end()
  })
}

/** Redirects libraries' console output to the log; for JSON output also their writes to standard output and error. */
export function logPrinted(log: Pick<Log, 'warn'>): void {
  const note = (text: string) => log.warn({}, `a library says: ${text.trimEnd()}`)
  // oxlint-disable-next-line no-console -- libraries print here
  for (const way of ['error', 'warn', 'trace'] as const) console[way] = (...words: unknown[]) => note(format(...words))
  if (!saysJson()) return
  for (const stream of [process.stdout, process.stderr])
    stream.write = (bytes: string | Uint8Array, ...rest: unknown[]) => {
      note(typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString())
      const done = rest.findLast((one) => typeof one === 'function')
      if (done) process.nextTick(done)
      return true
    }
}
