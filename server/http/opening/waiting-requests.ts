import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** A restart is shorter than this as a rule, an update longer. */
const HELD_MS = 10_000
/** Each waiting request takes memory. */
const MOST_HELD = 1000

interface Held {
  request: IncomingMessage
  response: ServerResponse
  timer: NodeJS.Timeout
}

/**
 * Requests that came before the shop was open. They wait, so that a restart refuses none; those that would wait too
 * long, and those beyond the first thousand, are answered in its place.
 */
export class WaitingRequests {
  readonly #answer: RequestListener
  readonly #heldMs: number
  readonly #held = new Set<Held>()

  constructor(answer: RequestListener, heldMs = HELD_MS) {
    this.#answer = answer
    this.#heldMs = heldMs
  }

  receive(request: IncomingMessage, response: ServerResponse): void {
    if (this.#held.size >= MOST_HELD) return this.#answer(request, response)
    const timer = setTimeout(() => this.#release(held, this.#answer), this.#heldMs)
    const held = { request, response, timer }
    this.#held.add(held)
    // The visitor has left.
    response.once('close', () => this.#forget(held))
  }

  /** Hands all of them on, in the order in which they came. */
  releaseAll(to: RequestListener = this.#answer): void {
    for (const held of this.#held) this.#release(held, to)
  }

  #release(held: Held, to: RequestListener): void {
    this.#forget(held)
    to(held.request, held.response)
  }

  #forget(held: Held): void {
    clearTimeout(held.timer)
    this.#held.delete(held)
  }
}
