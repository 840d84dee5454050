import { Suspense } from 'react'
import { Link, useLocation, useRouteError } from 'react-router'
import { href } from '#contract/href.ts'
import { useSession } from '#client/session/session.ts'
import { pageFailure } from '#client/ui/page-failure.ts'
import { lazyPart } from '#client/ui/lazy-part.ts'

// Code splitting: only signed-in visitors load the account menu.
const AccountMenu = lazyPart(() => import('./signed-in/account-menu.tsx'))

/**
 * Login/Signup or the account menu, in a slot of fixed width to avoid layout shift. Until the session is known, the
 * page has both and CSS shows the likely variant.
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
  // No return address for missing pages and for the auth screens themselves.
  const isPlace = !/^\/(login|register)?$/.test(pathname) && !(error && pageFailure(error) === 'missing')
  const from = isPlace ? `?from=${encodeURIComponent(pathname + search)}` : ''
  return (
    <Link to={href('/login') + from} className={`button-outline ${className}`}>
      Login/Signup
    </Link>
  )
}
