import type { Clock } from '#server/ports/clock.ts'

/** A clock that a test holds: it goes on from the real time, by as much as the test says. */
export interface TestClock extends Clock {
  advance(seconds: number): void
}

export function testClock(): TestClock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (seconds) => void (ahead += seconds * 1000),
  }
}
