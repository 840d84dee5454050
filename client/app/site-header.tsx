import { NavLink } from 'react-router'
import { SessionSlot } from './session-slot.tsx'
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
  return (
    <header className="border-b border-edge bg-sunk">
      {demo && (
        <p className="border-b border-rule bg-card px-4 py-1 text-center text-sm text-ink-2">
          Demo: cards and emails are not real
        </p>
      )}
      <div className="page flex flex-wrap items-end justify-between gap-x-4">
        <NavLink to="/" className="flex min-h-11 flex-wrap items-baseline gap-x-3 py-2 max-sm:flex-1" end>
          <span className="flex items-center gap-2.5 font-display text-2xl font-semibold">
            <Mark />
            {name}
          </span>
          <span className="text-sm text-ink-2 max-sm:text-xs">{tagline}</span>
        </NavLink>
        <SessionSlot />
        <nav aria-label="Main" className="w-full">
          <ul className="flex flex-wrap max-sm:-mx-4">
            {menu?.map(({ to, label }) => (
              <li key={to} className="max-sm:grow">
                <NavLink to={to} className="catalogue-tab">
                  {label}
                </NavLink>
              </li>
            ))}
            <DashboardTab />
          </ul>
        </nav>
      </div>
    </header>
  )
}

/** A page with its corner turned down. */
function Mark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 26" className="h-7 shrink-0 max-[22rem]:hidden">
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
    <li className={`max-sm:grow ${session.state === 'loading' ? 'while-signed-in' : ''}`}>
      <NavLink to="/dashboard" className="catalogue-tab">
        Dashboard
      </NavLink>
    </li>
  )
}
