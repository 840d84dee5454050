import type { Role } from '#contract/call.ts'

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

const KEY = 'sign-up-choice'

export function rememberChoice(choice: SignUpChoice): void {
  localStorage.setItem(KEY, JSON.stringify(choice))
}

export function forgetChoice(): void {
  localStorage.removeItem(KEY)
}

/** The choice of this address, if one is waiting. */
export function findChoice(email: string): SignUpChoice | null {
  try {
    const choice = JSON.parse(localStorage.getItem(KEY) ?? 'null') as SignUpChoice | null
    return choice && (choice.email === null || choice.email.toLowerCase() === email.toLowerCase()) ? choice : null
  } catch {
    return null
  }
}
