import { errorMessage } from '#client/api/error-message.ts'
import { IdentityError } from './identity/identity-port.ts'

/**
 * Popup text of a failed sign-in: the identity provider's error code, as the specification demands; else the message.
 */
export function codeOrWords(error: unknown): string {
  return error instanceof IdentityError ? error.code : errorMessage(error)
}

/** Popup text of a failed sign-up: the specification has its own message for an email in use. */
export function signUpFailure(error: unknown): string {
  const taken = error instanceof IdentityError && error.code === 'auth/email-already-in-use'
  return taken ? error.message : codeOrWords(error)
}
