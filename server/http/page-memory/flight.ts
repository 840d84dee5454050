import type { Kept } from './kept-addresses.ts'
import type { KeptAnswer } from './kept-answer.ts'

/** What became of a flight: an answer; none that could be kept; or whoever flew it is gone, and somebody else may. */
export type Landed = KeptAnswer | null | 'left'

/** The making of an answer, once, for all who ask for it meanwhile. */
export class Flight {
  readonly kept: Kept
  /** What it is made from is at least as new as this version of the catalogue. */
  readonly version: number
  readonly epoch: number
  readonly startedAt = performance.now()
  readonly landed: Promise<Landed>
  readonly #resolve: (landed: Landed) => void
  #isOver = false

  constructor(kept: Kept, { version, epoch }: { version: number; epoch: number }) {
    this.kept = kept
    this.version = version
    this.epoch = epoch
    const { promise, resolve } = Promise.withResolvers<Landed>()
    this.landed = promise
    this.#resolve = resolve
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Only the first word counts: what has failed on its way keeps nothing, however it ends. */
  end(landed: Landed): void {
    this.#isOver = true
    this.#resolve(landed)
  }
}
