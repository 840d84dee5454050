import { Link } from 'react-router'
import { getDashboardNumbers, type DashboardNumbers } from '#contract/dashboard-numbers.ts'
import { href } from '#contract/href.ts'
import type { ScreenPath } from '#contract/screens.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { useCall } from '#client/session/use-call.ts'
import { booksToAdvertise, buyersToMeet, ordersToDo, ordersToLookAt, orNothing } from './counts.ts'

interface Counted {
  /** Count in words; empty for 0. */
  count: (numbers: DashboardNumbers) => string
  /** Text for 0. */
  none: string
  /** Highlights a count that waits for this person. */
  isTask?: boolean
  /** Address of just these items, where the card's link shows more. */
  to?: (numbers: DashboardNumbers) => string
}

/** Counts by the address of the card's screen. */
const counted: { [Path in ScreenPath]?: Counted } = {
  '/dashboard/my-orders': {
    count: ({ trade }) => (trade ? ordersToDo(trade.buying) : ''),
    none: 'No payments due',
    isTask: true,
  },
  '/dashboard/my-products': {
    count: ({ trade }) => (trade ? booksToAdvertise(trade.selling) : ''),
    none: 'Nothing left to advertise',
  },
  '/dashboard/my-buyers': {
    count: ({ trade }) => (trade ? buyersToMeet(trade.selling) : ''),
    none: 'No buyers yet',
  },
  '/dashboard/messages': {
    count: ({ unreadMessages }) => orNothing(unreadMessages, 'unread message'),
    none: 'Nothing unread',
    isTask: true,
  },
  '/dashboard/all-sellers': {
    count: ({ club }) => orNothing(club?.sellers ?? 0, 'seller'),
    none: 'No sellers yet',
  },
  '/dashboard/all-buyers': {
    count: ({ club }) => orNothing(club?.buyers ?? 0, 'buyer'),
    none: 'No buyers yet',
  },
  '/dashboard/reported-items': {
    count: ({ club }) => orNothing(club?.openReports ?? 0, 'open report'),
    none: 'No open reports',
    isTask: true,
  },
  '/dashboard/problems': {
    count: ({ club }) => orNothing(club?.openProblems ?? 0, 'open problem'),
    none: 'No open problems',
    isTask: true,
  },
  '/dashboard/orders': {
    count: ({ club }) => (club ? ordersToLookAt(club) : ''),
    none: 'No failed refunds or chargebacks',
    isTask: true,
    to: ({ club }) => `${href('/dashboard/orders')}?show=${club?.disputed ? 'disputed' : 'refund_failed'}`,
  },
  '/dashboard/payouts': {
    count: ({ club }) => orNothing(club?.sellersOwed ?? 0, 'seller to pay', 'sellers to pay'),
    none: 'Nobody is owed anything',
    isTask: true,
  },
}

/** Dashboard numbers, in a single request for all cards. */
const useNumbers = () => useCall(getDashboardNumbers, {}, { staleTime: 0 })

/** Error message above the cards. */
export function CountsFailure() {
  const { data, isError, refetch } = useNumbers()
  if (data !== undefined || !isError) return null
  return (
    <div className="mb-8">
      <Retry words="We couldn’t count what waits for you." onRetry={() => void refetch()} />
    </div>
  )
}

/** Count of a card, in a line with reserved height. */
export function CardCount({ screen }: { screen: string }) {
  const its = counted[screen as ScreenPath]
  return its ? <Count {...its} /> : null
}

function Count({ count, none, isTask = false, to }: Counted) {
  const { data, isError } = useNumbers()
  if (data === undefined && isError) return null
  if (data === undefined) return <Skeleton className="h-[1lh] w-2/3" />
  const words = count(data)
  if (words === '') return <span className="text-ink-2">{none}</span>
  return (
    <span className="font-semibold">
      {isTask && (
        <span aria-hidden="true" className="me-2 text-stamp">
          ■
        </span>
      )}
      {to === undefined ? (
        words
      ) : (
        // z-index above the card's overlay link.
        <Link to={to(data)} className="link touchable z-10">
          {words}
        </Link>
      )}
    </span>
  )
}
