/** The time between two questions at least, in milliseconds. */
export const PAUSE_MS = 100

/**
 * Asks a server as somebody types: the latest text alone, at most once in `PAUSE_MS`. Whoever types on ends what is under
 * way, so that no older answer takes the place of a newer one. What fails shows nothing: the box works without.
 */
export class AskWhileTyping<Answer> {
  readonly #read: (text: string, signal: AbortSignal) => Promise<Answer>
  #waiting: ReturnType<typeof setTimeout> | undefined
  #running = new AbortController()
  #askedAt = -PAUSE_MS

  constructor(read: (text: string, signal: AbortSignal) => Promise<Answer>) {
    this.#read = read
  }

  ask(text: string, show: (answer: Answer) => void): void {
    this.stop()
    const wait = this.#askedAt + PAUSE_MS - performance.now()
    if (wait <= 0) return this.#send(text, show)
    this.#waiting = setTimeout(() => this.#send(text, show), wait)
  }

  /** Nobody waits for an answer any more. */
  stop(): void {
    clearTimeout(this.#waiting)
    this.#running.abort()
  }

  #send(text: string, show: (answer: Answer) => void): void {
    const { signal } = (this.#running = new AbortController())
    this.#askedAt = performance.now()
    this.#read(text, signal).then(
      // An answer that had arrived when it was ended is an old one all the same.
      (answer) => signal.aborted || show(answer),
      () => undefined,
    )
  }
}
