import { Navigate, useLocation } from 'react-router'
import { mayChangeRole } from '#contract/accounts/accounts.policy.ts'
import { isAdmin, isBuyer, isSeller } from '#contract/accounts/accounts.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { useIsLate } from '#client/ui/use-later.ts'
import { loginAddress, type LoginState } from './origin.ts'
import { RoleChoice } from './role-choice.tsx'
import { useSession } from './session.ts'
import { SignedIn } from './signed-in.tsx'
import { useCall } from './use-call.ts'
import { useLogOutWhenRefused } from './use-log-out-when-refused.ts'

const checks = { buyer: isBuyer, seller: isSeller, admin: isAdmin }
type CheckedRole = keyof typeof checks

/**
 * Role guard: renders its children for one role, as the server says. A member who may take the role is asked in place;
 * others are redirected to the login screen with the reason.
 */
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
  // Cache key part: a role change makes the earlier answer stale.
  const roleNow = session.state === 'signed-in' ? session.account.role : null
  const check = useCall(
    checks[role],
    { params: { email } },
    {
      revision: roleNow ?? '',
      enabled: email !== '',
      staleTime: 60_000,
      select: (answer: Partial<Record<'isBuyer' | 'isSeller' | 'isAdmin', boolean>>) =>
        Object.values(answer).some(Boolean),
    },
  )
  const isLeaving = useLogOutWhenRefused(check.error)
  const { pathname, search } = useLocation()
  // Delayed, so that a member with the role doesn't see it flash.
  const isSlow = useIsLate(200)
  // A cached answer survives a failed refetch, so that nothing typed is lost.
  if (check.data === undefined && check.isError && !isLeaving)
    return <Retry error={check.error} onRetry={() => void check.refetch()} />
  if (check.data === undefined)
    return <div aria-busy="true">{isSlow && <Spinner label="You are not authorized" />}</div>
  if (check.data) return children
  if (role !== 'admin' && roleNow && mayChangeRole({ role: roleNow }) === 'yes')
    return (
      <div className="sheet p-5">
        <RoleChoice question={startQuestion[role]} offers={[role]} isStart onChosen={focusHeading} />
      </div>
    )
  const state: LoginState = { reason: `You are not authorized: that page is for ${audience[role]}.`, isRefused: true }
  return <Navigate to={loginAddress(pathname + search)} replace state={state} />
}

const startQuestion = { buyer: 'Start buying?', seller: 'Start selling?' }

/** Focus management: the answered question unmounts. */
function focusHeading(): void {
  const heading = document.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

const audience = { buyer: 'buyers', seller: 'sellers', admin: 'admins' }
