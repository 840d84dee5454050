import { Link } from 'react-router'
import type { Role } from '#contract/call.ts'
import { RoleChoice } from '#client/parts/role-choice.tsx'
import { titled } from '#client/parts/site.ts'
import { useAccount } from '#client/session/use-account.ts'
import { AccountCount, BuyersCount, OrdersCount, ProductsCount } from './card-counts.tsx'

export const meta = titled('Dashboard')

interface Card {
  to: string
  label: string
  words: string
  count?: React.ReactNode
}

const cards: Record<Role, Card[]> = {
  user: [],
  buyer: [
    {
      to: '/dashboard/my-orders',
      label: 'My Orders',
      words: 'What you hold and what you bought.',
      count: <OrdersCount />,
    },
    { to: '/all-products', label: 'Find a book', words: 'Everything that is on the shelves.' },
  ],
  seller: [
    { to: '/dashboard/add-product', label: 'Add A product', words: 'Put a copy on the shelf.' },
    { to: '/dashboard/my-products', label: 'My Products', words: 'Advertise and delete.', count: <ProductsCount /> },
    { to: '/dashboard/my-buyers', label: 'My buyers', words: 'Whom to meet, and where.', count: <BuyersCount /> },
  ],
  admin: [
    {
      to: '/dashboard/all-sellers',
      label: 'All sellers',
      words: 'Who sells here.',
      count: <AccountCount kind="sellers" />,
    },
    {
      to: '/dashboard/all-buyers',
      label: 'All buyers',
      words: 'Who buys here.',
      count: <AccountCount kind="buyers" />,
    },
    { to: '/dashboard/reported-items', label: 'Reported Items', words: 'What members found odd.' },
  ],
}
const account: Card = { to: '/dashboard/account', label: 'Account', words: 'Your name, address and role.' }

/** The dashboard's first page: where to go, and what waits there. */
export default function Choose() {
  const { role } = useAccount()
  return (
    <>
      <h1 className="mb-6">Please choose the right option</h1>
      {role === 'user' && (
        <div className="sheet mb-8 p-5">
          <RoleChoice />
        </div>
      )}
      <ul className="grid gap-4 sm:grid-cols-2">
        {[...cards[role], account].map((card) => (
          <li key={card.to} className="sheet relative grid content-start gap-1 p-5 hover:bg-sunk">
            <h2 className="text-xl">
              {/* One link for readers; the whole card for pointers. */}
              <Link to={card.to} className="link after:absolute after:inset-0">
                {card.label}
              </Link>
            </h2>
            <p className="text-ink-2">{card.words}</p>
            {card.count}
          </li>
        ))}
      </ul>
    </>
  )
}
