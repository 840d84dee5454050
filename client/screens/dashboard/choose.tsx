import { useRef } from 'react'
import { Link } from 'react-router'
import type { OwnAccount } from '#contract/accounts/accounts.ts'
import type { Role } from '#contract/call.ts'
import { href } from '#contract/href.ts'
import type { MenuEntry, ScreenPath } from '#contract/screens.ts'
import { memberName } from '#contract/wording.ts'
import { RoleChoice } from '#client/session/role-choice.tsx'
import { useAccount } from '#client/session/use-account.ts'
import { rolesOf, entriesFor, entriesForMember } from '#client/session/menu.ts'
import { Checklist } from './checklist/checklist.tsx'
import { CardCount, CountsFailure } from './card-counts.tsx'

interface Card extends MenuEntry {
  words: string
}

/** Descriptions of the menu entries. */
const words: { [Path in ScreenPath]?: string } = {
  '/dashboard/my-orders': 'Your reservations and purchases.',
  '/dashboard/add-product': 'List a book for sale.',
  '/dashboard/my-products': 'Manage your listings.',
  '/dashboard/my-buyers': 'Who is buying, and where to meet.',
  '/dashboard/all-sellers': 'Everyone who sells here.',
  '/dashboard/all-buyers': 'Everyone who buys here.',
  '/dashboard/statement': 'What you’re owed, and what was paid out.',
  '/dashboard/reported-items': 'What members report to you.',
  '/dashboard/orders': 'Find any order, and what happened to it.',
  '/dashboard/payouts': 'Who is owed what, and what was paid.',
  '/dashboard/figures': 'Listings, sales and money by week.',
  '/dashboard/categories': 'Add, edit and merge categories.',
  '/dashboard/problems': 'Orders where something went wrong.',
  '/dashboard/favourites': 'Books you keep an eye on.',
  '/dashboard/saved-searches': 'We email you when these appear.',
  '/dashboard/messages': 'Questions and answers about books.',
  '/dashboard/people': 'Find anybody by name or email.',
  '/dashboard/audit-log': 'What admins and the operator did.',
  '/dashboard/settings': 'The club’s name, contact, texts and rules.',
  '/dashboard/account': 'Your name, email and role.',
}
/** Extra cards by role. */
const others: Partial<Record<Role, Card>> = {
  user: { to: href('/all-products'), label: 'Look around', words: 'Browse all books.' },
  buyer: { to: href('/all-products'), label: 'Find a book', words: 'Browse all books.' },
}

function cardsOf(account: OwnAccount): Card[] {
  const cardOf = (entry: MenuEntry): Card => ({ ...entry, words: words[entry.to as ScreenPath] ?? '' })
  return [
    ...rolesOf(account).flatMap((role) => [...entriesFor(role).map(cardOf), ...(others[role] ? [others[role]] : [])]),
    ...entriesForMember(account).map(cardOf),
  ]
}

/** Dashboard's first page: cards with counts, styled as catalogue drawers. */
export default function Choose() {
  const person = useAccount()
  const { role } = person
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mb-6">
        Please choose the right option
      </h1>
      {role === 'user' && (
        <div className="sheet mb-8 p-5">
          {/* Focus management: the answered question unmounts. */}
          <RoleChoice onChosen={() => heading.current?.focus()} />
          {person.name === '' && (
            <p className="mt-4">
              Others see you as {memberName(person)}.{' '}
              <Link to={`${href('/dashboard/account')}#name`}>Add your name</Link>
            </p>
          )}
        </div>
      )}
      {role === 'admin' && <Checklist accountId={person.id} />}
      <CountsFailure />
      <ul className="grid gap-px border border-edge bg-edge sm:grid-cols-2">
        {cardsOf(person).map((card) => (
          <li key={card.to} className="relative grid bg-sunk p-4 hover:bg-paper sm:last:odd:col-span-2">
            <DrawerFront card={card} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Drawer front with label and count. A single link for screen readers, the whole front for pointers. */
function DrawerFront({ card: { to, label, words } }: { card: Card }) {
  return (
    <div className="grid grid-rows-[auto_auto_1fr_auto] justify-items-center gap-1 text-center">
      <h2 className="mb-3 w-full max-w-64 border border-edge bg-card font-sans text-base">
        <Link
          to={to}
          className="flex min-h-11 items-center justify-center px-3 py-2 text-ink no-underline after:absolute after:inset-0 hover:underline"
        >
          {label}
        </Link>
      </h2>
      <p className="text-ink-2">{words}</p>
      <div className="flex min-h-[1lh] w-full justify-center">
        <CardCount screen={to} />
      </div>
      <div aria-hidden="true" className="mt-4 h-3 w-16 border-x border-b-4 border-edge" />
    </div>
  )
}
