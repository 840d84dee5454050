import { format } from 'node:util'
import { saysJson } from './say.ts'
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

/**
 * Has what libraries print become one line of the log each, in as many lines as they print it; and where the program says
 * nothing but such lines, also what they write past the console.
 */
export function logPrinted(log: Pick<Log, 'warn'>): void {
  const note = (text: string) => log.warn({}, `a library says: ${text.trimEnd()}`)
  // oxlint-disable-next-line no-console -- libraries print here
  for (const way of ['error', 'warn', 'trace'] as const) console[way] = (...words: unknown[]) => note(format(...words))
  if (!saysJson) return
  for (const stream of [process.stdout, process.stderr])
    stream.write = (bytes: string | Uint8Array, ...rest: unknown[]) => {
      note(typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString())
      const done = rest.findLast((one) => typeof one === 'function')
      if (done) process.nextTick(done)
      return true
    }
}
