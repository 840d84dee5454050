/** Throttle interval between two requests, in milliseconds. */
export const THROTTLE_MS = 100

/**
 * Throttles requests while typing: sends the latest text, at most once per `PAUSE_MS`. A newer text aborts the request
 * in flight. Errors are ignored: the box works without suggestions.
 */
export class ThrottledRequest<Answer> {
  readonly #read: (text: string, signal: AbortSignal) => Promise<Answer>
  #waiting: ReturnType<typeof setTimeout> | undefined
  #running = new AbortController()
  #askedAt = -THROTTLE_MS

  constructor(read: (text: string, signal: AbortSignal) => Promise<Answer>) {
    this.#read = read
  }

  send(text: string, show: (answer: Answer) => void): void {
    this.cancel()
    const wait = this.#askedAt + THROTTLE_MS - performance.now()
    if (wait <= 0) return this.#sendNow(text, show)
    this.#waiting = setTimeout(() => this.#sendNow(text, show), wait)
  }

  /** Cancels the pending and the in-flight request. */
  cancel(): void {
    clearTimeout(this.#waiting)
    this.#running.abort()
  }

  #sendNow(text: string, show: (answer: Answer) => void): void {
    const { signal } = (this.#running = new AbortController())
    this.#askedAt = performance.now()
    this.#read(text, signal).then(
      // Aborted requests may still resolve; drop their stale answers.
      (answer) => signal.aborted || show(answer),
      () => undefined,
    )
  }
}
