import type { Role } from '#contract/call.ts'
import { SIGN_UP_CHOICE_KEY } from './session.ts'

/**
 * What a person chose when signing up, kept until their account exists: a sign-up that broke off between the
 * identity provider and our server is finished with it at the next sign-in.
 */
export interface SignUpChoice {
  /** Null when the provider's window has yet to say who it is. */
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

/** The choice of this address, if one is waiting. */
export function findChoice(email: string): SignUpChoice | null {
  try {
    const choice = JSON.parse(localStorage.getItem(SIGN_UP_CHOICE_KEY) ?? 'null') as SignUpChoice | null
    return choice && (choice.email === null || choice.email.toLowerCase() === email.toLowerCase()) ? choice : null
  } catch {
    return null
  }
}
