import { useNavigate } from 'react-router'
import { IdentityError } from './identity/identity-port.ts'
import { loginAddress, type LoginState } from './origin.ts'

/** Whether a sign-in goes on with a second step. */
export const needsSecondStep = (error: unknown): boolean =>
  error instanceof IdentityError && error.code === 'auth/multi-factor-auth-required'

/** Navigation to the second step, on the login screen; it ends at `returnTo`. */
export function useSecondStep(returnTo: string): () => Promise<void> {
  const navigate = useNavigate()
  const state: LoginState = { reason: '', isSecondStep: true }
  return async () => {
    await navigate(loginAddress(returnTo), { state })
  }
}
