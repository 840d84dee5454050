import { mintToken } from '#contract/accounts/accounts.ts'
import { TOKEN_RENEWAL_LEAD_MS } from '#contract/accounts/sign-in.ts'
import { ProblemError } from './problem-error.ts'
import { send } from './send.ts'
import { currentProver, keepClubToken, readClubToken } from './club-token.ts'

const LOCK = 'club-token'
const SOONEST_MS = 30_000

/** Reads a token's claims without checking its signature; none of something that is no token. */
function claimsOf(token: string): { exp?: unknown; sub?: unknown } {
  try {
    const payload = token.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as object
  } catch {
    return {}
  }
}

/** When a token ends, in milliseconds since 1970; 0 for something that is no token. */
export function expiryOf(token: string): number {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' ? exp * 1000 : 0
}

/** Whether the club token belongs to another account than this one. */
export function isTokenOfAnother(accountId: string): boolean {
  const { sub } = claimsOf(readClubToken() ?? '')
  return typeof sub === 'string' && sub !== accountId
}

/** How long to wait before a token is renewed, in milliseconds; 0 when it is time already. */
export function renewalDelay(token: string, now: number): number {
  return Math.max(0, expiryOf(token) - TOKEN_RENEWAL_LEAD_MS - now)
}

/** Mints a token for the person who proves, and keeps it. Throws what the server refuses, `no_account` among it. */
export async function mintClubToken(): Promise<string> {
  // Held on to: while the provider is asked it may find out, and tell, that nobody is here any more.
  const asked = currentProver()
  if (!asked) throw new Error('Nobody is there to prove who they are')
  const bearer = (await asked.getProof()) ?? readClubToken()
  const { answer } = await send(mintToken, { body: { email: asked.email } }, { token: bearer })
  const { token } = answer as { token: string }
  keepClubToken(token)
  return token
}

/**
 * Replaces a token that is `stale`, one tab at a time: whoever comes second finds the new one there already.
 * Null when nobody can renew it.
 */
export function renewClubToken(stale: string): Promise<string | null> {
  return navigator.locks.request(LOCK, async () => {
    const present = readClubToken()
    if (present !== null && present !== stale) return present
    if (!currentProver() || present === null) return null
    try {
      return await mintClubToken()
    } catch (error) {
      if (error instanceof ProblemError && error.status < 500 && error.status !== 429) return null
      throw error
    }
  })
}

/**
 * Renews the token in time for as long as one is kept. Returns what ends that. Never more often than twice a minute:
 * a computer whose clock runs ahead finds every token about to end.
 */
export function keepClubTokenFresh(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = (soonest: number) => {
    clearTimeout(timer)
    const token = readClubToken()
    if (token === null) return
    timer = setTimeout(() => renew(token), Math.max(soonest, renewalDelay(token, Date.now())))
  }
  const renew = (token: string) => {
    const later = () => plan(SOONEST_MS)
    renewClubToken(token).then((renewed) => renewed !== null && later(), later)
  }
  // A sleeping computer stops timers: look again when somebody looks at the page.
  const wake = () => document.visibilityState === 'visible' && plan(0)
  document.addEventListener('visibilitychange', wake)
  plan(0)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', wake)
  }
}
