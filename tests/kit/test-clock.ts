import type { Clock } from '#server/ports/clock.ts'

/** A clock that a test holds: it stands still at the moment it was made, and is moved by hand alone. */
export interface TestClock extends Clock {
  /** Turns it on, or back where `seconds` is negative; parts of a second are fine. */
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
