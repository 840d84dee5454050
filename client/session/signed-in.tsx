import { QueryClientProvider } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router'
import { Spinner } from '#client/parts/spinner.tsx'
import { loginAddress, type LoginState } from './origin.ts'
import { queryClient } from './query-client.ts'
import { useSession } from './session.ts'

/** Its children are for those who are signed in; anyone else goes to the login screen and comes back afterwards. */
export function SignedIn({ children }: { children: React.ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session.state === 'loading') return <Spinner label="Finding out who you are" />
  if (session.state === 'signed-out') {
    const state: LoginState = { reason: session.reason }
    return <Navigate to={loginAddress(pathname + search)} replace state={state} />
  }
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
