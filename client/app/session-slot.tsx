import { Link, useLocation, useNavigate, useRouteError } from 'react-router'
import { useSession } from '#client/session/session.ts'
import { signOut } from '#client/session/start-session.ts'
import { pageFailure } from './page-failure.ts'

/**
 * Login/Signup or Log out, in a slot of fixed width so that nothing moves when it is known. Until then both are in
 * the page and the style sheet shows the likely one.
 */
export function SessionSlot() {
  const { state } = useSession()
  const loading = state === 'loading'
  return (
    <div className="session-slot ms-auto flex w-36 justify-end py-1">
      {state !== 'signed-in' && <LoginLink className={loading ? 'while-signed-out' : ''} />}
      {state !== 'signed-out' && <LogOutButton className={loading ? 'while-signed-in' : ''} />}
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
    <Link to={`/login${from}`} className={`button-outline ${className}`}>
      Login/Signup
    </Link>
  )
}

function LogOutButton({ className }: { className: string }) {
  const navigate = useNavigate()
  return (
    <button
      type="button"
      className={`button-outline ${className}`}
      onClick={() => void signOut().then(() => navigate('/'))}
    >
      Log out
    </button>
  )
}
