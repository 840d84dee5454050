import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { root } from '#tools/run-step.ts'

/** Most of what a start costs is having the modules compiled. */
const COMPILED = path.join(root, '.dev/compiled')
/** An editor writes a file in several steps, and a branch changes many files. */
const SETTLE_MS = 60
/** At the end, for requests under way. */
const PATIENCE_MS = 5000

/**
 * A program that is started again when it is told to. While it runs, a second one with `--ahead` loads what takes long
 * and never changes, says that it is `warm`, and takes the first one's place by a message. A program that fails says
 * why itself, and is started again only when something has changed, never in a loop.
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
    // Only then, or the two would take each other's time.
    child.once('message', () => this.#child === child && this.#warmNext())
    child.once('exit', (code) => {
      if (this.#child !== child) return
      this.#child = null
      if (this.#isRestarting || this.#isEnded) return
      this.#say(`The server ended${code ? ` with ${code}` : ''}; it starts again when a file changes.`)
      this.#warmNext()
    })
  }

  /** Once things have settled; a change meanwhile counts as well. */
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

  /** One that is still warming up would be later than one that has nothing else to do. */
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
    // It loses nothing that it has answered for: the database sees to that, as when a shop is killed.
    await this.#stop('SIGKILL')
    this.#isRestarting = false
    if (!this.#isEnded) this.start()
  }

  async #stop(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child) return
    const gone = once(child, 'exit')
    child.kill(signal)
    const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    await gone.finally(() => clearTimeout(late))
  }
}
