import type { Confirmation } from '#contract/accounts/admins.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { IdentityError } from '#client/session/identity/identity-port.ts'
import { identity } from '#client/session/identity/identity.ts'

/** Confirms the signed-in person by their password, for a form that asks for nothing else of a sign-in. */
export const confirmByPassword = (password: string): Promise<Confirmation> =>
  identity.confirm(password).catch((error: unknown) => {
    throw new Error(passwordWords(error), { cause: error })
  })

/** Error texts for a form that asks for the current password only. */
export function passwordWords(error: unknown): string {
  const code = error instanceof IdentityError ? error.code : ''
  if (code === 'auth/invalid-credential' || code === 'auth/wrong-password') return 'That’s not your current password.'
  if (code === 'auth/operation-not-allowed') return 'You have no password yet. Email yourself a reset link to set one.'
  return errorMessage(error)
}
