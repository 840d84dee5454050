import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { answersHealth, type Listening } from './answers-health.ts'
import type { GivenBySystemd } from './given-by-systemd.ts'

const run = promisify(execFile)
/** systemd itself answers at once; the program waits until it has heard. */
const HEARD_WITHIN_MS = 10_000

/** One line. */
const statusOf = (words: string) => `STATUS=${words.split('\n', 1).join()}`

/**
 * Tells systemd how the service is. Each call resolves once it was heard, after those before. One that fails hinders
 * nothing; the first such is said.
 */
export class ServiceManager {
  readonly #given: GivenBySystemd
  readonly #say: (line: string) => void
  #last: Promise<void> = Promise.resolve()
  #hasFailed = false
  #watchdog: NodeJS.Timeout | undefined
  #isOver = false

  constructor(given: GivenBySystemd, say: (line: string) => void) {
    this.#given = given
    this.#say = say
  }

  /** What the service is doing, in words. */
  status(words: string): Promise<void> {
    return this.#tell(statusOf(words))
  }

  /** The shop is open; from now on the watchdog is fed, as long as the server answers. */
  async opened(server: Listening): Promise<void> {
    await this.#tell('READY=1', 'STATUS=Open')
    const { watchdogMs } = this.#given
    if (watchdogMs !== null) void this.#feed(server, watchdogMs)
  }

  /** The shop closes, for the reason in `words`. */
  closing(words: string): Promise<void> {
    this.#isOver = true
    clearTimeout(this.#watchdog)
    return this.#tell('STOPPING=1', statusOf(words))
  }

  /**
   * A sign of life each half of the watchdog's time, while the server answers its health call over a connection as
   * anybody's: that takes its socket, the event loop and the routes. One that fails is tried again sooner. The database
   * isn't asked: a start of ours heals nothing there.
   */
  async #feed(server: Listening, watchdogMs: number): Promise<void> {
    const isWell = await answersHealth(server, watchdogMs / 4)
    if (this.#isOver) return
    if (isWell) void this.#tell('WATCHDOG=1')
    this.#watchdog = setTimeout(() => void this.#feed(server, watchdogMs), watchdogMs / (isWell ? 2 : 10))
    this.#watchdog.unref()
  }

  #tell(...messages: string[]): Promise<void> {
    const { notifySocket } = this.#given
    if (notifySocket === null) return this.#last
    const env = { PATH: process.env.PATH, NOTIFY_SOCKET: notifySocket }
    return (this.#last = this.#last.then(async () => {
      try {
        await run('systemd-notify', messages, { env, timeout: HEARD_WITHIN_MS })
      } catch (error) {
        if (!this.#hasFailed) this.#say(`systemd can't be told how the shop is: ${(error as Error).message.trim()}`)
        this.#hasFailed = true
      }
    }))
  }
}
