/** Open resources of the program, which closes them in reverse: at its end, or when a later step of its start fails. */
export class OpenResources {
  /** Cleanups, each added as soon as its resource is open. */
  readonly opened: (() => Promise<unknown>)[] = []
  readonly #say: (line: string) => void
  readonly #onClosing: (status: string) => Promise<unknown>
  #closing: Promise<void> | undefined

  /** `say` prints what can't be closed; `onClosing` tells who started the program that it closes, and why. */
  constructor(say: (line: string) => void, onClosing: (status: string) => Promise<unknown> = async () => {}) {
    this.#say = say
    this.#onClosing = onClosing
  }

  /** Null while the program is open. */
  get closing(): Promise<void> | null {
    return this.#closing ?? null
  }

  /**
   * Shuts the program down once, however many signals come: stops accepting, finishes requests and jobs, then closes
   * providers and database. `status` is for the service manager.
   */
  close(exitCode: number, status = 'Closing'): Promise<void> {
    this.#closing ??= (async () => {
      const told = this.#onClosing(status)
      for (const end of this.opened.toReversed()) await end().catch((error: Error) => this.#say(error.message))
      await told
      process.exit(exitCode)
    })()
    return this.#closing
  }
}
