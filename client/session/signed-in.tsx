import { Navigate, useLocation } from 'react-router'
import { SigningIn } from './signing-in.tsx'
import { loginAddress, type LoginState } from './origin.ts'
import { useSession } from './session.ts'
import { WithQueries } from './with-queries.tsx'

/**
 * Auth guard: renders its children for signed-in members; redirects others to the login screen and back. `what` begins
 * the sentence for browsers without scripts: 'The dashboard'.
 */
export function SignedIn({ what = 'This page', children }: { what?: string; children: React.ReactNode }) {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  if (session.state === 'loading') return <SigningIn what={what} />
  if (session.state === 'signed-out') {
    const state: LoginState = { reason: session.reason }
    return <Navigate to={loginAddress(pathname + search + hash)} replace state={state} />
  }
  return <WithQueries>{children}</WithQueries>
}
