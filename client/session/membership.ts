import { changeAccount, findUserType, signUp, type OwnAccount } from '#contract/accounts/accounts.ts'
import { call } from '#client/api/call.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import { send } from '#client/api/send.ts'
import { toast } from '#client/ui/notice-store.ts'
import { setProofSource, readClubToken } from '#client/api/club-token.ts'
import { scheduleTokenRenewal, mintClubToken } from '#client/api/club-token-renewal.ts'
import { identity } from './identity/identity.ts'
import { IdentityError, type IdentityUser } from './identity/identity-port.ts'
import { findChoice, forgetChoice } from './sign-up-choice.ts'

export interface Membership {
  account: OwnAccount
  /** Stops the token renewal. */
  stopRenewing: () => void
}

/**
 * Signs an identity in to the club: its account, created where there is none, and a club token. Throws ProblemError,
 * ConnectionError or IdentityError.
 */
export async function membershipOf(user: IdentityUser): Promise<Membership> {
  const { email } = user
  if (!email) throw new Error('Your sign-in comes without an email address, and the club needs one.')
  setProofSource({ email, getProof })
  const account = (await findAccountByToken(email)) ?? (await openAccount(user, email))
  return { account, stopRenewing: scheduleTokenRenewal() }
}

/** Shows the provider's proof to the shop, which reads from it whether the email is confirmed, or a new photo. Throws as `membershipOf` does. */
export async function showProof(read: { hasNewPhoto: boolean }): Promise<void> {
  await mintClubToken(read)
}

/** Account of an email. Throws ProblemError or ConnectionError. */
export function findAccount(email: string): Promise<OwnAccount> {
  return call(findUserType, { query: { email } })
}

/** ID token of the provider; null when its session is over. */
async function getProof(): Promise<string | null> {
  try {
    return await identity.getIdToken()
  } catch (error) {
    if (error instanceof IdentityError && error.code === 'auth/user-token-expired') return null
    throw error
  }
}

/** Account of the stored club token; null without a token, or when it belongs to another account. */
async function findAccountByToken(email: string): Promise<OwnAccount | null> {
  if (readClubToken() === null) return null
  try {
    return await findAccount(email)
  } catch (error) {
    if (error instanceof ProblemError && (error.status === 401 || error.code === 'not_your_email')) return null
    throw error
  }
}

async function openAccount(user: IdentityUser, email: string): Promise<OwnAccount> {
  const justSignedUp = findChoice(email) !== null
  // Idempotent for an existing account, so it needs no check first.
  if (justSignedUp) await finishSignUp(user, email)
  try {
    await mintClubToken()
  } catch (error) {
    if (justSignedUp || !(error instanceof ProblemError && error.code === 'no_account')) throw error
    await finishSignUp(user, email)
    await mintClubToken()
  }
  forgetChoice()
  return findAccount(email)
}

/** Creates the account, also after a sign-up that broke off between the provider and our server. */
async function finishSignUp(user: IdentityUser, email: string): Promise<void> {
  const choice = findChoice(email)
  const body = { email, name: choice?.name || user.displayName || '', checked: choice?.role ?? ('user' as const) }
  const token = await identity.getIdToken()
  try {
    await send(signUp, { body }, { token })
  } catch (error) {
    const isName = error instanceof ProblemError && error.invalidFields.some(({ field }) => field === 'name')
    if (!isName) throw error
    // Retries without the name, which may violate a newer rule: sign-in must work all the same.
    await send(signUp, { body: { ...body, name: '' } }, { token })
  }
}

/** Tells who has just signed in that our last email came back; the dashboard has its reason. */
export function tellMailRefusal({ email, mailRefusal }: OwnAccount): void {
  if (mailRefusal) toast(`Our last email to ${email} came back. Your dashboard says why.`, 'error')
}

/** Tells the shop this browser's time zone where it has another, so that emails say times in it. */
export async function tellTimeZone(account: OwnAccount): Promise<void> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (timeZone === account.timeZone) return
  // A failure loses nothing: the next sign-in tells it again.
  await call(changeAccount, { body: { timeZone } }).catch(() => undefined)
}
