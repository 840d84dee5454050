import { useRef } from 'react'
import { Link } from 'react-router'
import type { Role } from '#contract/call.ts'
import { RoleChoice } from '#client/session/role-choice.tsx'
import { titled } from '#client/ui/site.ts'
import { useAccount } from '#client/session/use-account.ts'
import { rolesOf } from './roles-of.ts'
import { AccountCount, BuyersCount, OrdersCount, ProductsCount } from './card-counts.tsx'

export const meta = titled('Dashboard')

interface Card {
  to: string
  label: string
  words: string
  count?: React.ReactNode
}

const cards: Record<Role, Card[]> = {
  user: [{ to: '/all-products', label: 'Look around', words: 'Browse all books.' }],
  buyer: [
    {
      to: '/dashboard/my-orders',
      label: 'My Orders',
      words: 'Your reservations and purchases.',
      count: <OrdersCount />,
    },
    { to: '/all-products', label: 'Find a book', words: 'Browse all books.' },
  ],
  seller: [
    { to: '/dashboard/add-product', label: 'Add A product', words: 'List a book for sale.' },
    { to: '/dashboard/my-products', label: 'My Products', words: 'Manage your listings.', count: <ProductsCount /> },
    {
      to: '/dashboard/my-buyers',
      label: 'My buyers',
      words: 'Who is buying, and where to meet.',
      count: <BuyersCount />,
    },
  ],
  admin: [
    {
      to: '/dashboard/all-sellers',
      label: 'All sellers',
      words: 'Everyone who sells here.',
      count: <AccountCount kind="sellers" />,
    },
    {
      to: '/dashboard/all-buyers',
      label: 'All buyers',
      words: 'Everyone who buys here.',
      count: <AccountCount kind="buyers" />,
    },
    { to: '/dashboard/reported-items', label: 'Reported Items', words: 'Listings reported by members.' },
  ],
}
const account: Card = { to: '/dashboard/account', label: 'Account', words: 'Your name, email and role.' }

/** The dashboard's first page: where to go, and what waits there. Each way is the front of a drawer. */
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
          {/* The answered question leaves, and takes the focus along. */}
          <RoleChoice onChosen={() => heading.current?.focus()} />
        </div>
      )}
      <ul className="grid gap-px border border-edge bg-edge sm:grid-cols-2">
        {[...rolesOf(person).flatMap((one) => cards[one]), account].map((card) => (
          <li key={card.to} className="relative grid bg-sunk p-4 hover:bg-paper sm:last:odd:col-span-2">
            <DrawerFront card={card} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A label in its holder, what is inside, and the pull. One link for readers; the whole front for pointers. */
function DrawerFront({ card: { to, label, words, count } }: { card: Card }) {
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
      <div className="flex min-h-[1lh] w-full justify-center">{count}</div>
      <div aria-hidden="true" className="mt-4 h-3 w-16 border-x border-b-4 border-edge" />
    </div>
  )
}
