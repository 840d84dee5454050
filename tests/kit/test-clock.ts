import type { Clock } from '#server/ports/clock.ts'

/** A test's clock, which stands still until it is advanced. */
export interface TestClock extends Clock {
  /** Advances the clock, or puts it back by negative `seconds`; fractions are fine. */
  advance(seconds: number): void
}

export function testClock(): TestClock {
  // Starts today, because the database and the identity library use the real date.
  let ms = Date.now()
  return {
    now: () => new Date(ms),
    advance: (seconds) => void (ms += seconds * 1000),
  }
}
