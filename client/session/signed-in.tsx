import { QueryClientProvider } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router'
import { Spinner } from '#client/parts/spinner.tsx'
import { loginAddress } from './origin.ts'
import { queryClient } from './query-client.ts'
import { useSession } from './session.ts'

/** Its children are for those who are signed in; anyone else goes to the login screen and comes back afterwards. */
export function SignedIn({ children }: { children: React.ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session.state === 'loading') return <Spinner label="Finding out who you are" />
  if (session.state === 'signed-out') return <Navigate to={loginAddress(pathname + search)} replace />
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
