import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { NavLink, useLocation, useNavigate } from 'react-router'
import type { OwnAccount } from '#contract/accounts/accounts.ts'
import { ownName } from '#contract/wording.ts'
import { menuGroupsOf } from '#client/session/menu.ts'
import { AccountPhoto } from '#client/session/account-photo.tsx'
import { signOut } from '#client/session/start-session.ts'
import { badgeWords, useBadges } from '#client/session/task-counts.ts'
import { WithQueries } from '#client/session/with-queries.tsx'
import { CountBadge } from '#client/ui/facts/count-badge.tsx'
import { useCountInTitle } from './use-count-in-title.ts'

/** Account menu with the number of what waits, which the window's title has, too. */
export default function AccountMenu({ account }: { account: OwnAccount }) {
  return (
    <WithQueries>
      <Menu account={account} />
    </WithQueries>
  )
}

/** The member's screens and Log out. Closes by Esc, which returns the focus, and on blur, outside press or navigation. */
function Menu({ account }: { account: OwnAccount }) {
  const id = useId()
  const badges = useBadges()
  useCountInTitle(badges.total)
  const frame = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { isOpen, setOpen } = useOpen(frame, opener)
  const navigate = useNavigate()
  return (
    <div ref={frame} className="relative">
      <button
        ref={opener}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className="account-opener"
        onClick={() => setOpen(!isOpen)}
      >
        <span className="relative me-1">
          <AccountPhoto account={account} className="size-8 text-sm" />
          <span className="absolute -end-3 -top-2.5">
            <CountBadge count={badges.total} what="waiting" />
          </span>
        </span>
        <span className="max-w-20 truncate max-sm:hidden" dir="auto">
          {ownName(account)}
        </span>
        <span className="sr-only">Account menu</span>
        <span aria-hidden="true">▾</span>
      </button>
      <div id={id} hidden={!isOpen} className="account-sheet">
        <p className="border-b border-rule px-4 py-2 text-sm text-ink-2">
          Signed in as <strong className="block text-ink wrap-anywhere">{ownName(account)}</strong>
        </p>
        <MenuEntries account={account} badgeOf={badges.of} />
        <button
          type="button"
          className="account-entry w-full border-t border-rule"
          onClick={() => void signOut().then((isOut) => isOut && navigate('/'))}
        >
          Log out
        </button>
      </div>
    </div>
  )
}

function MenuEntries({ account, badgeOf }: { account: OwnAccount; badgeOf: (screen: string) => number }) {
  return menuGroupsOf(account).map(({ heading, entries }) => (
    <ul
      key={heading}
      aria-label={heading ?? undefined}
      className="not-first-of-type:border-t not-first-of-type:border-rule"
    >
      {entries.map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} className="account-entry">
            {label}
            <CountBadge count={badgeOf(to)} what={badgeWords(to)} />
          </NavLink>
        </li>
      ))}
    </ul>
  ))
}

function useOpen(frame: React.RefObject<HTMLElement | null>, opener: React.RefObject<HTMLElement | null>) {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === key
  const onEsc = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    setOpenAt(null)
    opener.current?.focus()
  })
  useEffect(() => {
    if (!isOpen) return
    const onElsewhere = ({ target }: Event) => {
      if (!(target instanceof Node && frame.current?.contains(target))) setOpenAt(null)
    }
    const onKey = (event: KeyboardEvent) => onEsc(event)
    document.addEventListener('keydown', onKey)
    document.addEventListener('focusin', onElsewhere)
    document.addEventListener('pointerdown', onElsewhere)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('focusin', onElsewhere)
      document.removeEventListener('pointerdown', onElsewhere)
    }
  }, [isOpen, frame])
  return { isOpen, setOpen: (open: boolean) => setOpenAt(open ? key : null) }
}
