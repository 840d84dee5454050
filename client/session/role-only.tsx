import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router'
import { isAdmin, isBuyer, isSeller } from '#contract/accounts/accounts.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { call } from '#client/api/call.ts'
import { useLater } from '#client/ui/use-later.ts'
import { loginAddress, type LoginState } from './origin.ts'
import { useSession } from './session.ts'
import { SignedIn } from './signed-in.tsx'
import { useLogOutWhenRefused } from './use-log-out-when-refused.ts'

type CheckedRole = 'buyer' | 'seller' | 'admin'

/** Its children are for one role. The server is asked; a no leads to the login screen, with the reason said there. */
export function RoleOnly({ role, children }: { role: CheckedRole; children: React.ReactNode }) {
  return (
    <SignedIn>
      <RoleCheck role={role}>{children}</RoleCheck>
    </SignedIn>
  )
}

function RoleCheck({ role, children }: { role: CheckedRole; children: React.ReactNode }) {
  const session = useSession()
  const email = session.state === 'signed-in' ? session.account.email : ''
  // Part of the key: an answer from before a change of role is none any more.
  const hasRole = session.state === 'signed-in' ? session.account.role : ''
  const check = useQuery({
    queryKey: ['role-check', role, email, hasRole],
    queryFn: ({ signal }) => askServer(role, email, signal),
    enabled: email !== '',
    staleTime: 60_000,
  })
  const isLeaving = useLogOutWhenRefused(check.error)
  const { pathname, search } = useLocation()
  // The rightful person is let in before they could read it.
  const isSlow = useLater(200)
  // An answer that is there stays good when asking again fails: nobody loses what they typed for that.
  if (check.data === undefined && check.isError && !isLeaving)
    return <Retry error={check.error} onRetry={() => void check.refetch()} />
  if (check.data === undefined) return isSlow && <Spinner label="You are not authorized" />
  if (check.data) return children
  const state: LoginState = { reason: `You are not authorized: that page is for ${audience[role]}.`, isRefused: true }
  return <Navigate to={loginAddress(pathname + search)} replace state={state} />
}

const audience = { buyer: 'buyers', seller: 'sellers', admin: 'admins' }

async function askServer(role: CheckedRole, email: string, signal: AbortSignal): Promise<boolean> {
  const input = { params: { email } }
  if (role === 'buyer') return (await call(isBuyer, input, { signal })).isBuyer
  if (role === 'seller') return (await call(isSeller, input, { signal })).isSeller
  return (await call(isAdmin, input, { signal })).isAdmin
}
