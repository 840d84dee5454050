import { NavLink } from 'react-router'
import { href } from '#contract/href.ts'
import { SearchBox } from './search-box.tsx'
import { SessionSlot } from './session-slot.tsx'
import { useCurrentInView } from './use-current-in-view.ts'
import type { MenuEntry } from '#contract/screens.ts'
import { useSession } from '#client/session/session.ts'

interface SiteHeaderProps {
  name: string
  tagline: string
  demo: boolean
  menu: readonly MenuEntry[] | undefined
}

/** Brand and main menu. The server's page is the same for everyone; the session is the browser's to find out. */
export function SiteHeader({ name, tagline, demo, menu }: SiteHeaderProps) {
  const mainMenu = useCurrentInView(useSession().state)
  return (
    <header className="border-b border-edge bg-sunk">
      {demo && (
        <p className="border-b border-rule bg-card text-center text-xs leading-4.5 text-ink-2">
          Demo: cards and emails are not real
        </p>
      )}
      <div className="page site-head">
        <NavLink to="/" className="site-brand" end>
          <span className="flex items-center gap-2 font-display text-xl leading-none font-semibold">
            <Mark />
            {name}
          </span>
          <span className="text-xs leading-tight text-ink-2">{tagline}</span>
        </NavLink>
        <SearchBox />
        <nav ref={mainMenu} aria-label="Main">
          <ul>
            {menu?.map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} className="catalogue-tab">
                  {label}
                </NavLink>
              </li>
            ))}
            <DashboardTab />
          </ul>
        </nav>
        <SessionSlot />
      </div>
    </header>
  )
}

/** A page with its corner turned down. */
function Mark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 26" className="h-5 shrink-0">
      <path d="M0 0h13l7 7v19H0z" className="fill-stamp" />
      <path d="M13 0v7h7z" className="fill-paper" />
      <path d="M4 13h12M4 18h9" className="stroke-on-stamp stroke-2" />
    </svg>
  )
}

function DashboardTab() {
  const session = useSession()
  const hidden = session.state === 'signed-out' || (session.state === 'signed-in' && !session.identityUser.email)
  if (hidden) return null
  return (
    <li className={session.state === 'loading' ? 'while-signed-in' : ''}>
      <NavLink to={href('/dashboard')} className="catalogue-tab">
        Dashboard
      </NavLink>
    </li>
  )
}
