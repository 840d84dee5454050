import type { BrowserFactors, FactorFacts } from '#client/session/identity/identity-port.ts'

export type Confirmed = <Result>(act: () => Promise<Result>) => Promise<Result>

/** What the parts of the section work with. */
export interface FactorProps {
  port: BrowserFactors
  facts: FactorFacts
  /** Runs a change, after the person has confirmed that it is them, and reads the facts again. */
  change: Confirmed
}
