import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { href } from '#contract/href.ts'
import type { MenuEntry } from '#contract/screens.ts'
import { useSession } from '#client/session/session.ts'
import { BarEntries } from './bar-entries.tsx'

// Code splitting: only signed-in visitors load badges and the menu.
const MemberBar = lazy(() => import('./signed-in/member-bar.tsx'))

/** Where a page's own Buy Now or Pay stands at the lower edge, the bar steps aside. */
const BUYING = [
  href('/advertise/:advertiseId/:slug?', ''),
  href('/buy/:bookId', ''),
  href('/dashboard/payment/:myOrderId', ''),
]

/** Navigation of a phone, in thumb's reach. Rendered alike for everyone; the browser adds the badges. */
export function BottomBar({ menu }: { menu: readonly MenuEntry[] | undefined }) {
  const session = useSession()
  const { pathname } = useLocation()
  if (BUYING.some((start) => pathname.startsWith(start))) return null
  return (
    <nav aria-label="Main places" className="bottom-bar not-printed">
      {session.state === 'signed-in' ? (
        <Suspense fallback={<BarEntries />}>
          <MemberBar account={session.account} menu={menu ?? []} />
        </Suspense>
      ) : (
        <BarEntries />
      )}
    </nav>
  )
}
