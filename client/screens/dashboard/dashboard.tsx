import { useEffect, useRef } from 'react'
import { matchPath, Outlet, useLocation, useNavigate, useRouteError, type MetaArgs } from 'react-router'
import { screens, type Screen } from '#contract/screens.ts'
import { outgoing } from '#client/messages/outgoing.ts'
import { useMessageNews } from '#client/messages/use-message-news.ts'
import { RoleOnly } from '#client/session/role-only.tsx'
import { SignedIn } from '#client/session/signed-in.tsx'
import { refreshAccount } from '#client/session/session-actions.ts'
import { useAccount } from '#client/session/use-account.ts'
import { pageFailure } from '#client/ui/page-failure.ts'
import { Retry } from '#client/ui/retry.tsx'
import { titled } from '#client/ui/site.ts'
import { useSending } from '#client/ui/storage/send-queue.ts'
import { SideMenu } from './side-menu.tsx'
import { UnverifiedBanner } from './unverified-banner.tsx'

export function meta({ location, ...args }: MetaArgs) {
  return titled(screenAt(location.pathname)?.title ?? 'Dashboard')(args)
}

/** The frame of everything behind the sign-in: the menu of the role beside the page. */
export default function Dashboard() {
  // Roles change while people are away. Who is only being recognized is asked for by that; without an answer what is
  // known goes on being shown, and the screens themselves say what is wrong.
  useEffect(() => void refreshAccount().catch(() => undefined), [])
  return (
    <Frame>
      <Guarded />
    </Frame>
  )
}

/** A screen that throws leaves the menu as it is. What isn't a screen's own fault is told by the whole page. */
export function ErrorBoundary() {
  const error = useRouteError()
  if (pageFailure(error) !== 'broken') throw error
  return (
    <Frame>
      <BrokenScreen />
    </Frame>
  )
}

function BrokenScreen() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  // Focus is lost with the screen, and again with the button.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  function retry() {
    const main = heading.current?.closest('main')
    main?.setAttribute('tabindex', '-1')
    main?.focus({ preventScroll: true })
    void navigate(pathname + search, { replace: true })
  }
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mb-6">
        {screenAt(pathname)?.title ?? 'Dashboard'}
      </h1>
      <Retry words="Something went wrong on this page. The others still work." onRetry={retry} />
    </>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  const { pathname } = useLocation()
  return (
    <SignedIn what={pathname.endsWith('/add-product') ? 'Listing a book' : 'The dashboard'}>
      <MenuAnd>{children}</MenuAnd>
    </SignedIn>
  )
}

function MenuAnd({ children }: { children: React.ReactNode }) {
  const account = useAccount()
  return (
    <>
      <MessageTraffic key={`messages ${account.id}`} accountId={account.id} />
      <div className="grid gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10 print:block">
        <SideMenu account={account} />
        <div className="min-w-0">
          <UnverifiedBanner />
          {children}
        </div>
      </div>
    </>
  )
}

/** A screen that is for one role has its heading here: it is there while the server is asked. */
function Guarded() {
  const { pathname } = useLocation()
  const { access, title } = screenAt(pathname) ?? {}
  if (access !== 'buyer' && access !== 'seller' && access !== 'admin') return <Outlet />
  return (
    <div className="relative">
      <h1 key={pathname} className="mb-6">
        {title}
      </h1>
      <RoleOnly role={access}>
        <Outlet />
      </RoleOnly>
    </div>
  )
}

/** What was written goes out, and what comes is heard of, wherever on the dashboard one is. */
function MessageTraffic({ accountId }: { accountId: string }) {
  useSending(outgoing, accountId)
  useMessageNews()
  return null
}

/** The row of an address in the table of screens; undefined where none fits. */
const screenAt = (pathname: string): Screen | undefined => screens.find(({ path }) => matchPath(`/${path}`, pathname))
