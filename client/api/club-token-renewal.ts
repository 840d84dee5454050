import { mintToken } from '#contract/accounts/accounts.ts'
import { TOKEN_RENEWAL_LEAD_MS } from '#contract/accounts/sign-in.ts'
import { ProblemError } from './problem-error.ts'
import { send } from './send.ts'
import { currentProofSource, writeClubToken, readClubToken } from './club-token.ts'

const LOCK = 'club-token'
const MIN_DELAY_MS = 30_000

/** Reads a token's claims without checking its signature; none of something that is no token. */
function claimsOf(token: string): { exp?: unknown; sub?: unknown } {
  try {
    const payload = token.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as object
  } catch {
    return {}
  }
}

/** Expiry of a token, in milliseconds since 1970; 0 for text that is no token. */
export function expiryOf(token: string): number {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' ? exp * 1000 : 0
}

/** Whether the club token belongs to another account than this one. */
export function isTokenOfAnother(accountId: string): boolean {
  const { sub } = claimsOf(readClubToken() ?? '')
  return typeof sub === 'string' && sub !== accountId
}

/** Whether two club tokens belong to one account. */
export const isSameAccount = (one: string, other: string): boolean => claimsOf(one).sub === claimsOf(other).sub

/** Delay until a token is due for renewal, in milliseconds; 0 when it is due now. */
export function renewalDelay(token: string, now: number): number {
  return Math.max(0, expiryOf(token) - TOKEN_RENEWAL_LEAD_MS - now)
}

/**
 * Mints a club token for the current proof source and stores it. `hasNewPhoto` has the account take the proof's photo.
 * Throws the server's refusals, such as `no_account`.
 */
export async function mintClubToken({ hasNewPhoto = false } = {}): Promise<string> {
  // Captured before the await: the provider may report a sign-out meanwhile and clear the source.
  const source = currentProofSource()
  if (!source) throw new Error('Nobody is there to prove who they are')
  const bearer = (await source.getProof()) ?? readClubToken()
  const { answer } = await send(
    mintToken,
    { body: { email: source.email, ...(hasNewPhoto && { hasNewPhoto }) } },
    { token: bearer },
  )
  const { token } = answer as { token: string }
  writeClubToken(token)
  return token
}

/**
 * Renews a `stale` token under a lock, one tab at a time: a later tab reuses the first tab's token. Null when it can't
 * be renewed.
 */
export function renewClubToken(stale: string): Promise<string | null> {
  return navigator.locks.request(LOCK, async () => {
    const present = readClubToken()
    if (present !== null && present !== stale) return present
    if (!currentProofSource() || present === null) return null
    try {
      return await mintClubToken()
    } catch (error) {
      if (error instanceof ProblemError && error.status < 500 && error.status !== 429) return null
      throw error
    }
  })
}

/**
 * Schedules token renewal for as long as a token is stored; returns its stop function. Waits 30 seconds at least,
 * because a clock that runs ahead makes every token look expired.
 */
export function scheduleTokenRenewal(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = (soonest: number) => {
    clearTimeout(timer)
    const token = readClubToken()
    if (token === null) return
    timer = setTimeout(() => renew(token), Math.max(soonest, renewalDelay(token, Date.now())))
  }
  const renew = (token: string) => {
    const later = () => plan(MIN_DELAY_MS)
    renewClubToken(token).then((renewed) => renewed !== null && later(), later)
  }
  // Timers stop while a computer sleeps, so check again when the page becomes visible.
  const wake = () => document.visibilityState === 'visible' && plan(0)
  document.addEventListener('visibilitychange', wake)
  plan(0)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', wake)
  }
}
