import { failureWords } from '#client/api/failure-words.ts'
import { IdentityError } from './identity/identity-port.ts'

/** The popup's words: the identity service's code as it is, as the specification has it; else what happened. */
export function codeOrWords(error: unknown): string {
  return error instanceof IdentityError ? error.code : failureWords(error)
}

/** The same after a failed sign-up, where the specification has words of its own for a taken address. */
export function signUpFailure(error: unknown): string {
  const taken = error instanceof IdentityError && error.code === 'auth/email-already-in-use'
  return taken ? error.message : codeOrWords(error)
}
