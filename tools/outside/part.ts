/** A part of `npm run test:outside`: a provider, and the outsider it is proven against. */
export interface OutsidePart {
  /** By which it is chosen on the command line, and called in the table. */
  name: string
  /** Runs only where it is named. */
  isOnRequest?: true
  /**
   * Installs and starts what the tests need. Answers the environment of the tests, and what ends it all; or why this
   * machine can't run the part, as half a sentence.
   */
  setUp(): Promise<{ env: Record<string, string>; tearDown(): Promise<unknown> } | { cannot: string }>
  /** Files for Vitest in tests/outside, where both runners look. They find the outsider by the environment. */
  tests: string[]
  /** Journeys in a browser, in the same folder; those of `npm test` instead where `areUsual`. */
  journeys: string[]
  areUsual?: true
}
