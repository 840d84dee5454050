import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import type { OwnAccount } from '#contract/accounts/accounts.ts'
import { ownName } from '#contract/wording.ts'
import { AccountPhoto } from '#client/session/account-photo.tsx'
import { roleName } from '#client/session/role-words.ts'
import { menuGroupsOf } from '#client/session/menu.ts'
import { badgeWords, useBadges } from '#client/session/task-counts.ts'
import { CountBadge } from '#client/ui/facts/count-badge.tsx'

/** Side menu of the dashboard: beside the page on wide screens, else a drawer behind a button. */
export function SideMenu({ account }: { account: OwnAccount }) {
  return (
    <>
      <div className="not-printed lg:hidden">
        <MenuDrawer account={account} />
      </div>
      <div className="not-printed hidden lg:block">
        {/* A menu higher than the window scrolls by itself: the page's scrolling can't reach what stays in place. */}
        <div className="sticky top-6 -m-1 max-h-[calc(100dvh-7.5rem)] overflow-y-auto p-1">
          <Menu account={account} />
        </div>
      </div>
    </>
  )
}

/** Menu drawer as a native modal dialog: Esc closes it and the focus returns to the button. */
function MenuDrawer({ account }: { account: OwnAccount }) {
  const drawer = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  const { total } = useBadges()
  const close = () => drawer.current?.close()
  useEffect(close, [pathname])

  return (
    <>
      <button
        type="button"
        className="button-outline"
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
      >
        <span aria-hidden="true">☰</span> Dashboard menu <CountBadge count={total} what="waiting" />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a press beside the drawer closes it; keys have Esc */}
      <dialog
        ref={drawer}
        aria-label="Dashboard menu"
        className="drawer"
        onClick={({ target, currentTarget }) => target === currentTarget && close()}
      >
        <div className="grid gap-6 p-4">
          <button type="button" className="button-outline justify-self-end" onClick={close}>
            Close
          </button>
          <Menu account={account} onChosen={close} />
        </div>
      </dialog>
    </>
  )
}

function Menu({ account, onChosen }: { account: OwnAccount; onChosen?: () => void }) {
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
