import { useQuery } from '@tanstack/react-query'
import { listBuyers, listSellers } from '#contract/accounts/accounts.ts'
import { listMyBooks } from '#contract/books/my-book-calls.ts'
import { countUnread } from '#contract/messages/messages.ts'
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
}

/** Words that arrive after the card, in a line that was kept for them. */
function Count({ name, count, none, isTask = false }: CountProps) {
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
      {data}
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

export function AccountCount({ kind }: { kind: 'sellers' | 'buyers' }) {
  return (
    <Count
      name={kind}
      count={async (signal) =>
        kind === 'sellers'
          ? howMany(await callPage(listSellers, { query: COUNTED }, { signal }), 'seller', 'sellers')
          : howMany(await callPage(listBuyers, { query: COUNTED }, { signal }), 'buyer', 'buyers')
      }
      none={`No ${kind} yet`}
    />
  )
}

/** What waits for whoever runs the club: nobody else would tell them. */
export function ReportsCount() {
  return (
    <Count
      name="reports"
      count={async (signal) =>
        howMany(await callPage(listCases, { query: COUNTED }, { signal }), 'open report', 'open reports')
      }
      none="No open reports"
      isTask
    />
  )
}

export function ProblemsCount() {
  return (
    <Count
      name="problems"
      count={async (signal) =>
        howMany(await callPage(listProblems, { query: COUNTED }, { signal }), 'open problem', 'open problems')
      }
      none="No open problems"
      isTask
    />
  )
}

export function PayoutsCount() {
  return (
    <Count
      name="payouts"
      count={async (signal) =>
        howMany(await callPage(listOwed, { query: COUNTED }, { signal }), 'seller to pay', 'sellers to pay')
      }
      none="Nobody is owed anything"
      isTask
    />
  )
}
