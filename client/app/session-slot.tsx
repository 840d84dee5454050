import { lazy, Suspense } from 'react'
import { Link, useLocation, useRouteError } from 'react-router'
import { href } from '#contract/href.ts'
import { useSession } from '#client/session/session.ts'
import { pageFailure } from '#client/ui/page-failure.ts'

// Only who is signed in needs it.
const AccountMenu = lazy(() => import('./signed-in/account-menu.tsx'))

/**
 * Login/Signup or the account's menu, in a slot of fixed width so that nothing moves when it is known. Until then both
 * have their place in the page and the style sheet shows the likely one.
 */
export function SessionSlot() {
  const session = useSession()
  const loading = session.state === 'loading'
  return (
    <div className="session-slot">
      {session.state !== 'signed-in' && <LoginLink className={loading ? 'while-signed-out' : ''} />}
      {session.state === 'signed-in' && (
        <Suspense>
          <AccountMenu account={session.account} />
        </Suspense>
      )}
    </div>
  )
}

function LoginLink({ className }: { className: string }) {
  const { pathname, search } = useLocation()
  const error = useRouteError()
  // Nobody wants to come back to where nothing is, nor to another entrance.
  const isPlace = !/^\/(login|register)?$/.test(pathname) && !(error && pageFailure(error) === 'missing')
  const from = isPlace ? `?from=${encodeURIComponent(pathname + search)}` : ''
  return (
    <Link to={href('/login') + from} className={`button-outline ${className}`}>
      Login/Signup
    </Link>
  )
}
