import { TOKEN_STORAGE_KEY } from '#contract/accounts/sign-in.ts'

/** Who can prove to be whom: the identity provider's side of a club token. */
export interface Prover {
  email: string
  /** The provider's ID token; null when its session is over. */
  getProof(): Promise<string | null>
}

let prover: Prover | null = null

/** Names the person whose tokens are minted from here on; null for nobody. */
export function proveBy(next: Prover | null): void {
  prover = next
}

export const currentProver = (): Prover | null => prover

let refused: (reason: string) => void = () => {}

/** Names who hears of a club token that the server refuses and nobody can renew. */
export function onTokenRefused(listener: (reason: string) => void): void {
  refused = listener
}

/** Tells the session that the club token is no longer good; `reason` is the server's sentence. */
export function reportRefusedToken(reason: string): void {
  refused(reason)
}

/** The token as local storage has it: another tab may have renewed it. */
export function readClubToken(): string | null {
  return localStorage.getItem(TOKEN_STORAGE_KEY)
}

/** Kept for this browser's next pages and its other tabs, and for the style sheet. */
export function keepClubToken(token: string): void {
  localStorage.setItem(TOKEN_STORAGE_KEY, token)
  document.documentElement.dataset.club = ''
}

export function forgetClubToken(): void {
  localStorage.removeItem(TOKEN_STORAGE_KEY)
  delete document.documentElement.dataset.club
}
