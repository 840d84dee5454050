import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import type { OwnAccount } from '#contract/accounts/accounts.ts'
import { ownName } from '#contract/wording.ts'
import { AccountPhoto } from '#client/session/account-photo.tsx'
import { roleName } from '#client/session/role-words.ts'
import { UnreadBadge } from '#client/messages/unread-badge.tsx'
import { useUnread } from '#client/messages/message-queries.ts'
import { menuOf, MESSAGES } from '#client/session/menu.ts'

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
  const unread = useUnread()
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
        <span aria-hidden="true">☰</span> Dashboard menu <UnreadBadge count={unread} />
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
  const unread = useUnread()
  return (
    <nav aria-label="Dashboard">
      <div className="mb-3 flex items-center gap-3 border-b border-rule pb-3">
        <AccountPhoto account={account} className="size-11 text-base" />
        <p className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{ownName(account)}</span>
          <span className="text-sm text-ink-2">{roleName[account.role]}</span>
        </p>
      </div>
      <ul className="grid border-x border-t border-edge">
        {menuOf(account).map(({ to, label }) => (
          <li key={to} className="border-b border-edge">
            <NavLink
              to={to}
              onClick={onChosen}
              className="flex min-h-11 items-center justify-between gap-2 border-s-3 border-transparent bg-sunk px-3 py-2 font-semibold text-ink no-underline hover:bg-card aria-[current=page]:border-stamp aria-[current=page]:bg-paper"
            >
              {label}
              {to === MESSAGES && <UnreadBadge count={unread} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
