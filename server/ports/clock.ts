/** The clock of the shop. Rules never read the system clock themselves, so that tests can hold it still. */
export interface Clock {
  /** The present moment; all arithmetic on it is UTC. */
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
