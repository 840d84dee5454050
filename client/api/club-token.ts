import { TOKEN_STORAGE_KEY } from '#contract/accounts/sign-in.ts'

/** The identity provider's side of a club token: an email and the proof of it. */
export interface ProofSource {
  email: string
  /** ID token of the provider; null when its session is over. */
  getProof(): Promise<string | null>
}

let proofSource: ProofSource | null = null

/** Sets the proof source by which tokens are minted from now on; null after sign-out. */
export function setProofSource(next: ProofSource | null): void {
  proofSource = next
}

export const currentProofSource = (): ProofSource | null => proofSource

let refused: (reason: string) => void = () => {}

/** Sets the listener for a club token that the server refuses and that can't be renewed. */
export function onTokenRefused(listener: (reason: string) => void): void {
  refused = listener
}

/** Reports a refused club token to the session; `reason` is the server's sentence. */
export function reportRefusedToken(reason: string): void {
  refused(reason)
}

/** Reads the token from local storage, where another tab may have renewed it. */
export function readClubToken(): string | null {
  return localStorage.getItem(TOKEN_STORAGE_KEY)
}

/** Writes the token to local storage, for later pages and other tabs, and marks the page for the style sheet. */
export function writeClubToken(token: string): void {
  localStorage.setItem(TOKEN_STORAGE_KEY, token)
  document.documentElement.dataset.club = ''
}

export function removeClubToken(): void {
  localStorage.removeItem(TOKEN_STORAGE_KEY)
  delete document.documentElement.dataset.club
}
