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
import { SecondStepNotice } from './second-step-notice.tsx'
import { SideMenu } from './side-menu.tsx'
import { UnverifiedBanner } from './unverified-banner.tsx'

export function meta({ location, ...args }: MetaArgs) {
  return titled(screenAt(location.pathname)?.title ?? 'Dashboard')(args)
}

/** Dashboard frame: the role's menu beside the page. */
export default function Dashboard() {
  // Refetches the account, because roles change meanwhile; a failure is ignored, since the screens report their own.
  useEffect(() => void refreshAccount().catch(() => undefined), [])
  return (
    <Frame>
      <Guarded />
    </Frame>
  )
}

/** Error boundary of a dashboard screen, which leaves the menu usable. Other errors go to the root's boundary. */
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
      <WithMenu>{children}</WithMenu>
    </SignedIn>
  )
}

function WithMenu({ children }: { children: React.ReactNode }) {
  const account = useAccount()
  return (
    <>
      <MessageTraffic key={`messages ${account.id}`} accountId={account.id} />
      <div className="grid gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10 print:block">
        <SideMenu account={account} />
        <div className="min-w-0">
          <UnverifiedBanner />
          <SecondStepNotice />
          {children}
        </div>
      </div>
    </>
  )
}

/** Role check with the screen's heading, shown while the server is asked. */
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

/** Sends queued messages and follows the stream of new messages, on every dashboard screen. */
function MessageTraffic({ accountId }: { accountId: string }) {
  useSending(outgoing, accountId)
  useMessageNews()
  return null
}

/** Screen of an address, from the table of screens; undefined without a match. */
const screenAt = (pathname: string): Screen | undefined => screens.find(({ path }) => matchPath(`/${path}`, pathname))
