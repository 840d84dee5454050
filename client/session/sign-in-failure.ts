import { POPUP_MS } from '#contract/notices.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { showPopup } from '#client/ui/notice-store.ts'
import { IdentityError } from './identity/identity-port.ts'

/** Shows the popup of a failed sign-in: what is wrong in words, and the identity provider's error code beneath. */
export function showSignInFailure(error: unknown): void {
  showPopup({ title: errorMessage(error), ...codeOf(error), kind: 'error', ms: POPUP_MS.productError })
}

/** The same of a failed sign-up: the specification has its own message for an email in use, without a code. */
export function showSignUpFailure(error: unknown): void {
  if (!isTaken(error)) return showSignInFailure(error)
  showPopup({ title: errorMessage(error), kind: 'error', ms: POPUP_MS.productError })
}

/** Whether a sign-up failed because its email has an account. */
export const isTaken = (error: unknown): boolean =>
  error instanceof IdentityError && error.code === 'auth/email-already-in-use'

const codeOf = (error: unknown) => (error instanceof IdentityError ? { code: error.code } : {})
