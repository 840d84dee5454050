import { signOutEverywhere as declared } from '#contract/accounts/accounts.ts'
import { call } from '#client/api/call.ts'
import { signOut } from './session-actions.ts'

/** Ends all sessions of the account, this browser's included. Throws ProblemError or ConnectionError. */
export async function signOutEverywhere(): Promise<void> {
  await call(declared, {})
  await signOut('You’re signed out on all your devices. Log in again to continue here.')
}
