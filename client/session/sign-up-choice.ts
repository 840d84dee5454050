import type { Role } from '#contract/call.ts'
import { SIGN_UP_CHOICE_KEY } from './session.ts'

/**
 * Sign-up data in local storage until the account exists: the next sign-in finishes a sign-up that broke off between
 * the provider and our server.
 */
export interface SignUpChoice {
  /** Email; null while the provider's popup has yet to report it. */
  email: string | null
  name: string
  role: Role
}

export function rememberChoice(choice: SignUpChoice): void {
  localStorage.setItem(SIGN_UP_CHOICE_KEY, JSON.stringify(choice))
}

export function forgetChoice(): void {
  localStorage.removeItem(SIGN_UP_CHOICE_KEY)
}

/** Reads the waiting choice of this email, if any. */
export function findChoice(email: string): SignUpChoice | null {
  try {
    const choice = JSON.parse(localStorage.getItem(SIGN_UP_CHOICE_KEY) ?? 'null') as SignUpChoice | null
    return choice && (choice.email === null || choice.email.toLowerCase() === email.toLowerCase()) ? choice : null
  } catch {
    return null
  }
}
