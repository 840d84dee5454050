import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listBuyers, listSellers } from '#contract/accounts/accounts.ts'
import { listMyBooks } from '#contract/books/my-book-calls.ts'
import type { Page } from '#contract/call.ts'
import { countUnread } from '#contract/messages/messages.ts'
import { listOrders } from '#contract/orders/all-orders.ts'
import { listMyBuyers, listMyOrders } from '#contract/orders/orders.ts'
import { listOwed } from '#contract/orders/payouts.ts'
import { listProblems } from '#contract/orders/problem-decisions.ts'
import { listCases } from '#contract/reports/reports.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { call, callPage } from '#client/api/call.ts'
import { useAccount } from '#client/session/use-account.ts'
import { booksToAdvertise, buyersToMeet, COUNTED, howMany, ordersToDo, unreadMessages } from './counts.ts'

interface CountProps {
  name: string
  count: (signal: AbortSignal) => Promise<string>
  /** Said where there is nothing to count. */
  none: string
  /** What is counted waits for this person. */
  isTask?: boolean
  /** Where just these are, if the card leads to more. */
  to?: string
}

/** Words that arrive after the card, in a line that was kept for them. */
function Count({ name, count, none, isTask = false, to }: CountProps) {
  const { id } = useAccount()
  const { data, isError, refetch } = useQuery({
    queryKey: ['dashboard', name, id],
    queryFn: ({ signal }) => count(signal),
    staleTime: 0,
  })
  if (data === undefined && isError) {
    return (
      <>
        Count unavailable. {/* Above the card's own link. */}
        <button type="button" className="link relative z-10" onClick={() => void refetch()}>
          Retry
        </button>
      </>
    )
  }
  if (data === undefined) return <Skeleton className="h-[1lh] w-2/3" />
  if (data === '') return <span className="text-ink-2">{none}</span>
  return (
    <span className="font-semibold">
      {isTask && (
        <span aria-hidden="true" className="me-2 text-stamp">
          ■
        </span>
      )}
      {to === undefined ? (
        data
      ) : (
        // Above the card's own link.
        <Link to={to} className="link touchable z-10">
          {data}
        </Link>
      )}
    </span>
  )
}

export function OrdersCount() {
  return (
    <Count
      name="orders"
      count={async (signal) => ordersToDo(await callPage(listMyOrders, { query: COUNTED }, { signal }))}
      none="No payments due"
      isTask
    />
  )
}

export function BooksCount() {
  return (
    <Count
      name="products"
      count={async (signal) => booksToAdvertise(await callPage(listMyBooks, { query: COUNTED }, { signal }))}
      none="Nothing left to advertise"
    />
  )
}

export function BuyersCount() {
  return (
    <Count
      name="buyers"
      count={async (signal) => buyersToMeet(await callPage(listMyBuyers, { query: COUNTED }, { signal }))}
      none="No buyers yet"
    />
  )
}

export function MessagesCount() {
  return (
    <Count
      name="messages"
      count={async (signal) => unreadMessages((await call(countUnread, {}, { signal })).unread)}
      none="Nothing unread"
      isTask
    />
  )
}

interface Listed {
  read(signal: AbortSignal): Promise<Page<unknown>>
  one: string
  many: string
  none: string
  isTask?: boolean
  to?: string
}

const lists = {
  sellers: {
    read: (signal) => callPage(listSellers, { query: COUNTED }, { signal }),
    one: 'seller',
    many: 'sellers',
    none: 'No sellers yet',
  },
  buyers: {
    read: (signal) => callPage(listBuyers, { query: COUNTED }, { signal }),
    one: 'buyer',
    many: 'buyers',
    none: 'No buyers yet',
  },
  // What waits for whoever runs the club: nobody else would tell them.
  reports: {
    read: (signal) => callPage(listCases, { query: COUNTED }, { signal }),
    one: 'open report',
    many: 'open reports',
    none: 'No open reports',
    isTask: true,
  },
  problems: {
    read: (signal) => callPage(listProblems, { query: COUNTED }, { signal }),
    one: 'open problem',
    many: 'open problems',
    none: 'No open problems',
    isTask: true,
  },
  failedRefunds: {
    read: (signal) => callPage(listOrders, { query: { ...COUNTED, show: 'refund_failed' } }, { signal }),
    one: 'order with a failed refund',
    many: 'orders with a failed refund',
    none: 'No failed refunds',
    isTask: true,
    to: '/dashboard/orders?show=refund_failed',
  },
  payouts: {
    read: (signal) => callPage(listOwed, { query: COUNTED }, { signal }),
    one: 'seller to pay',
    many: 'sellers to pay',
    none: 'Nobody is owed anything',
    isTask: true,
  },
} satisfies Record<string, Listed>

/** How many entries a list of the admin has. */
export function ListCount({ kind }: { kind: keyof typeof lists }) {
  const { read, one, many, ...words }: Listed = lists[kind]
  return <Count name={kind} count={async (signal) => howMany(await read(signal), one, many)} {...words} />
}
