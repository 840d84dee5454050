import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { root } from '#tools/run-step.ts'

/** Compiling the modules is most of a start's cost, so it is cached. */
const COMPILED = path.join(root, '.dev/compiled')
/** Debounce: an editor writes a file in several steps, and a branch changes many files. */
const SETTLE_MS = 60
/** Graceful shutdown: time for requests in progress. */
const STOP_TIMEOUT_MS = 5000

/**
 * A program that restarts on changes. While it runs, a second process with `--ahead` loads what is slow and never
 * changes, reports `warm`, and takes over by a message. A program that fails prints why itself, and is restarted only
 * after another change, never in a loop.
 */
export class Restarted {
  readonly #file: string
  readonly #env: NodeJS.ProcessEnv
  readonly #say: (line: string) => void
  #child: ChildProcess | null = null
  #next: { child: ChildProcess; isWarm: boolean } | null = null
  #settling: NodeJS.Timeout | undefined
  #isRestarting = false
  #isEnded = false

  constructor(file: string, env: NodeJS.ProcessEnv, say: (line: string) => void) {
    this.#file = file
    this.#env = env
    this.#say = say
  }

  start(): void {
    const child = this.#takeNext() ?? this.#fork()
    this.#child = child
    // Not earlier, or the two would compete for the processor.
    child.once('message', () => this.#child === child && this.#warmNext())
    child.once('exit', (code) => {
      if (this.#child !== child) return
      this.#child = null
      if (this.#isRestarting || this.#isEnded) return
      this.#say(`The server ended${code ? ` with ${code}` : ''}; it starts again when a file changes.`)
      this.#warmNext()
    })
  }

  /** Restarts once changes have settled (debounce); a change meanwhile counts as well. */
  restart(why: string): void {
    clearTimeout(this.#settling)
    this.#settling = setTimeout(() => void this.#restart(why), SETTLE_MS)
  }

  async end(): Promise<void> {
    this.#isEnded = true
    clearTimeout(this.#settling)
    this.#dropNext()
    await this.#stop('SIGTERM')
  }

  #fork(...args: string[]): ChildProcess {
    return fork(this.#file, args, { env: { NODE_COMPILE_CACHE: COMPILED, ...this.#env } })
  }

  #warmNext(): void {
    if (this.#next || this.#isEnded) return
    const next = { child: this.#fork('--ahead'), isWarm: false }
    this.#next = next
    next.child.once('message', () => (next.isWarm = true))
    next.child.once('exit', () => {
      if (this.#next === next) this.#next = null
    })
  }

  /** A process that is still warming up would be slower than a fresh one. */
  #takeNext(): ChildProcess | null {
    const next = this.#next
    if (!next?.isWarm) return this.#dropNext()
    this.#next = null
    next.child.send('open')
    return next.child
  }

  #dropNext(): null {
    this.#next?.child.kill('SIGKILL')
    return (this.#next = null)
  }

  async #restart(why: string): Promise<void> {
    if (this.#isEnded) return
    if (this.#isRestarting) return this.restart(why)
    this.#isRestarting = true
    this.#say(`${why}; starting the server again.`)
    // Safe to kill: the database guarantees everything acknowledged, as when a shop is killed.
    await this.#stop('SIGKILL')
    this.#isRestarting = false
    if (!this.#isEnded) this.start()
  }

  async #stop(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child) return
    const gone = once(child, 'exit')
    child.kill(signal)
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await gone.finally(() => clearTimeout(late))
  }
}
