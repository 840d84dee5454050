import { NavLink, useLocation } from 'react-router'
import type { MenuEntry } from '#contract/screens.ts'
import { href } from '#contract/href.ts'
import { useSession } from '#client/session/session.ts'
import { SessionSlot } from './session-slot.tsx'

interface SiteHeaderProps {
  name: string
  tagline: string
  demo: boolean
  menu: readonly MenuEntry[] | undefined
}

/** Page header: brand and main menu. Rendered alike for everyone; the browser adds the session. */
export function SiteHeader({ name, tagline, demo, menu }: SiteHeaderProps) {
  const isHome = useLocation().pathname === '/'
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
            {/* Room for descenders, which the clamp would cut. */}
            <span className="-mb-1 line-clamp-2 pb-1">{name}</span>
          </span>
          <span className={`text-xs leading-tight text-ink-2 max-md:leading-none ${isHome ? '' : 'max-md:hidden'}`}>
            {tagline}
          </span>
        </NavLink>
        <SearchBox isHome={isHome} />
        <nav aria-label="Main">
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

/** Logo: a page with a dog-ear. */
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

/** Search box in the page header: a plain form that works without scripts. On a phone it is an icon until focused. */
function SearchBox({ isHome }: { isHome: boolean }) {
  // A class instead of `:has()`: a selector on the whole body would restyle all of it on every DOM change.
  const action = href('/search')
  const { pathname } = useLocation()
  // Home and the search have a search box of their own.
  const isAgain = isHome || pathname.startsWith(action)
  return (
    <form
      action={action}
      role="search"
      aria-label="Find a book"
      className={`search-box ${isAgain ? 'search-box-again' : ''}`}
    >
      <input type="search" name="q" aria-label="Find a book" placeholder="Find a book" />
    </form>
  )
}
