import { buckets, SLOTS, slotOf } from './buckets.ts'

const EVERYTHING = slotOf(buckets.everything)

/** When each bucket was last seen to change, in positions: a position rises with each look that has found changes. */
export class BucketChanges {
  #position = 0
  #allChangedAt = 0
  readonly #changedAt = new Uint32Array(SLOTS)

  get position(): number {
    return this.#position
  }

  /** Notes buckets that have changed since the position. */
  note(changed: readonly string[]): void {
    if (changed.length === 0) return
    this.#position += 1
    for (const bucket of changed) this.#changedAt[slotOf(bucket)] = this.#position
    if (this.#changedAt[EVERYTHING] === this.#position) this.#allChangedAt = this.#position
  }

  /** Notes that anything may have changed. */
  noteAll(): void {
    this.#position += 1
    this.#allChangedAt = this.#position
  }

  /** Whether none of these slots has changed since a position. */
  isUnchanged(since: number, slots: Iterable<number>): boolean {
    if (since < this.#allChangedAt) return false
    for (const slot of slots) {
      // A statement without buckets may have read anything.
      const changedAt = slot === EVERYTHING ? this.#position : this.#changedAt[slot]!
      if (changedAt > since) return false
    }
    return true
  }
}
