/** `skipped`: not asked, and `found` says why. */
export type FindingState = 'ok' | 'skipped' | 'warning' | 'fault'

/** What a check of the shop or of an outsider found, for the operator. Never has a secret. */
export interface Finding {
  state: FindingState
  /** What is so, where an outsider was asked in its own words. */
  found: string
  /** What to do; empty where nothing is. */
  advice: string
}

export const ok = (found: string): Finding => ({ state: 'ok', found, advice: '' })
export const skipped = (found: string, advice = ''): Finding => ({ state: 'skipped', found, advice })
export const warning = (found: string, advice: string): Finding => ({ state: 'warning', found, advice })
export const fault = (found: string, advice: string): Finding => ({ state: 'fault', found, advice })
