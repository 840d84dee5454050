import type { Sample } from './exposition.ts'

/** Upper bounds of the buckets of a duration, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** Durations, counted in buckets. */
export class Histogram {
  readonly #counts = new Float64Array(BOUNDS.length + 1)
  #sum = 0

  observe(seconds: number): void {
    let bucket = 0
    while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]!) bucket += 1
    this.#counts[bucket]! += 1
    this.#sum += seconds
  }

  /** Its values for the exposition: buckets count all that is at most their bound. */
  samples(labels: NonNullable<Sample['labels']> = {}): Sample[] {
    let count = 0
    const buckets = Array.from(this.#counts, (inBucket, at) => {
      count += inBucket
      return { suffix: '_bucket', labels: { ...labels, le: BOUNDS[at] ?? '+Inf' }, value: count }
    })
    return [...buckets, { suffix: '_sum', labels, value: this.#sum }, { suffix: '_count', labels, value: count }]
  }
}
