import { NavLink, useLocation, useNavigate } from 'react-router'
import type { OwnAccount } from '#contract/accounts/accounts.ts'
import { href } from '#contract/href.ts'
import type { MenuEntry } from '#contract/screens.ts'
import { MenuDrawer } from '#client/session/dashboard-menu.tsx'
import { signOut } from '#client/session/start-session.ts'
import { useBadges } from '#client/session/task-counts.ts'
import { WithQueries } from '#client/session/with-queries.tsx'
import { CountBadge } from '#client/ui/facts/count-badge.tsx'
import { BarEntries, BarIcon } from '../bar-entries.tsx'

/** Bottom bar of a member: with badges, and Me as the menu. */
export default function MemberBar(props: { account: OwnAccount; menu: readonly MenuEntry[] }) {
  return (
    <WithQueries>
      <Bar {...props} />
    </WithQueries>
  )
}

function Bar({ account, menu }: { account: OwnAccount; menu: readonly MenuEntry[] }) {
  const { of: badgeOf, total } = useBadges()
  const { pathname } = useLocation()
  const messages = href('/dashboard/messages')
  const dashboard = href('/dashboard')
  const ownEntries = [messages, href('/dashboard/add-product')]
  const isMine = pathname.startsWith(dashboard) && !ownEntries.some((start) => pathname.startsWith(start))
  return (
    <BarEntries
      messages={<CountBadge count={badgeOf(messages)} what="unread" />}
      me={
        <MenuDrawer
          account={account}
          look={`bar-entry ${isMine ? 'bar-entry-current' : ''}`}
          label={
            <>
              <BarIcon name="me" />
              Me
              <span className="bar-badge">
                <CountBadge count={total - badgeOf(messages)} what="waiting" />
              </span>
            </>
          }
        >
          <DrawerEnd menu={[...menu, { to: dashboard, label: 'Dashboard' }]} />
        </MenuDrawer>
      }
    />
  )
}

/** End of the drawer: the main menu's links, and Log out. */
function DrawerEnd({ menu }: { menu: readonly MenuEntry[] }) {
  const navigate = useNavigate()
  return (
    <>
      <nav aria-label="Main">
        <ul className="grid border-x border-t border-edge">
          {menu.map(({ to, label }) => (
            <li key={to} className="border-b border-edge">
              <NavLink to={to} end className="side-entry">
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <button
        type="button"
        className="button-outline"
        onClick={() => void signOut().then((isOut) => isOut && navigate('/'))}
      >
        Log out
      </button>
    </>
  )
}
