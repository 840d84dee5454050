import type { OwnAccount } from '#contract/accounts/accounts.ts'
import { DashboardMenu, MenuDrawer } from '#client/session/dashboard-menu.tsx'
import { useBadges } from '#client/session/task-counts.ts'
import { CountBadge } from '#client/ui/facts/count-badge.tsx'

/** Side menu of the dashboard: beside the page on wide screens, else a drawer. A phone's bar opens that. */
export function SideMenu({ account }: { account: OwnAccount }) {
  const { total } = useBadges()
  return (
    <>
      <div className="not-printed hidden md:block lg:hidden">
        <MenuDrawer
          account={account}
          look="button-outline"
          label={
            <>
              <span aria-hidden="true">☰</span> Dashboard menu <CountBadge count={total} what="waiting" />
            </>
          }
        />
      </div>
      <div className="not-printed hidden lg:block">
        {/* A menu higher than the window scrolls by itself: the page's scrolling can't reach what stays in place. */}
        <div className="sticky top-6 -m-1 max-h-[calc(100dvh-7.5rem)] overflow-y-auto p-1">
          <DashboardMenu account={account} />
        </div>
      </div>
    </>
  )
}
