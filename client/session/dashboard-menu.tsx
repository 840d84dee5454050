import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import type { OwnAccount } from '#contract/accounts/accounts.ts'
import { ownName } from '#contract/wording.ts'
import { CountBadge } from '#client/ui/facts/count-badge.tsx'
import { AccountPhoto } from './account-photo.tsx'
import { menuGroupsOf } from './menu.ts'
import { roleName } from './role-words.ts'
import { badgeWords, useBadges } from './task-counts.ts'

/** Menu of the dashboard in groups, with what waits on each screen. */
export function DashboardMenu({ account, onChosen }: { account: OwnAccount; onChosen?: () => void }) {
  const { of: badgeOf } = useBadges()
  return (
    <nav aria-label="Dashboard">
      <div className="mb-3 flex items-center gap-3 border-b border-rule pb-3">
        <AccountPhoto account={account} className="size-11 text-base" />
        <p className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{ownName(account)}</span>
          <span className="text-sm text-ink-2">{roleName[account.role]}</span>
        </p>
      </div>
      <div className="grid gap-2">
        {menuGroupsOf(account).map(({ heading, entries }) => (
          <div key={heading}>
            {heading && <h2 className="mb-0.5 font-sans text-sm font-semibold text-ink-2">{heading}</h2>}
            <ul className="grid border-x border-t border-edge">
              {entries.map(({ to, label }) => (
                <li key={to} className="border-b border-edge">
                  <NavLink to={to} onClick={onChosen} className="side-entry">
                    {label}
                    <CountBadge count={badgeOf(to)} what={badgeWords(to)} />
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}

interface MenuDrawerProps {
  account: OwnAccount
  /** Class of the button that opens it. */
  look: string
  /** Content of that button. */
  label: React.ReactNode
  /** Content below the menu. */
  children?: React.ReactNode
}

/** Dashboard menu as a native modal dialog: Esc closes it, and the focus returns to the button. */
export function MenuDrawer({ account, look, label, children }: MenuDrawerProps) {
  const drawer = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  const close = () => drawer.current?.close()
  useEffect(close, [pathname])
  return (
    <>
      <button type="button" className={look} aria-haspopup="dialog" onClick={() => drawer.current?.showModal()}>
        {label}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a press beside the drawer closes it; keys have Esc */}
      <dialog
        ref={drawer}
        aria-label="Dashboard menu"
        className="drawer"
        onClick={({ target, currentTarget }) => target === currentTarget && close()}
      >
        <div className="grid gap-4 p-4">
          <button type="button" className="button-outline justify-self-end" onClick={close}>
            Close
          </button>
          <DashboardMenu account={account} onChosen={close} />
          {children}
        </div>
      </dialog>
    </>
  )
}
