import { Link } from 'react-router'
import { listMyBuyers, type Order } from '#contract/orders.ts'
import { BreakableAddress } from '#client/parts/breakable-address.tsx'
import { EmptyShelf } from '#client/parts/empty-shelf.tsx'
import { Badge } from '#client/parts/badge.tsx'
import { Ledger, type Column } from '#client/parts/ledger.tsx'
import { PagedList } from '#client/parts/paged-list.tsx'
import { titled } from '#client/parts/site.ts'
import { TimeAgo } from '#client/parts/time-ago.tsx'
import { absoluteTime } from '#client/parts/times.ts'
import { callPage } from '#client/server-calls/call.ts'
import { usePages } from '#client/server-calls/use-pages.ts'
import { RoleOnly } from '#client/session/role-only.tsx'
import { useAccount } from '#client/session/use-account.ts'

export const meta = titled('My buyers')

export default function MyBuyersScreen() {
  return (
    <>
      <h1 className="mb-6">My buyers</h1>
      <RoleOnly role="seller">
        <MyBuyers />
      </RoleOnly>
    </>
  )
}

function MyBuyers() {
  const account = useAccount()
  const orders = usePages<Order>(['my-buyers', account.id], (cursor, signal) =>
    callPage(listMyBuyers, { query: { cursor } }, { signal }),
  )
  return (
    <PagedList
      pages={orders}
      errorWords={() => 'Something went wrong...'}
      empty={
        <EmptyShelf words="Nobody holds a book of yours right now. Advertised books are seen first.">
          <Link to="/dashboard/my-products" className="button-outline">
            Advertise a book
          </Link>
        </EmptyShelf>
      }
    >
      {(items) => (
        <Ledger
          caption="Who holds or bought your books, newest first"
          columns={columns}
          rows={items}
          keyOf={({ id }) => id}
        />
      )}
    </PagedList>
  )
}

const NOT_AVAILABLE = <span className="text-ink-2">Not available</span>

const columns: Column<Order>[] = [
  { heading: 'Name', cell: ({ name }) => <span className="font-semibold">{name || NOT_AVAILABLE}</span> },
  { heading: 'Email', cell: ({ email }) => <Contact address={`mailto:${email}`} text={email} /> },
  {
    heading: 'Phone',
    cell: ({ phone }) => <Contact address={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} text={phone} />,
  },
  { heading: 'Meeting location', cell: ({ meetingLocation }) => meetingLocation || NOT_AVAILABLE },
  {
    heading: 'Book',
    cell: (order) => (
      <span>
        <Link to={`/advertise/${order.book.id}`} className="link">
          {order.book.title}
        </Link>
        <PaidOrNot order={order} />
      </span>
    ),
  },
]

function Contact({ address, text }: { address: string; text: string }) {
  if (!text) return NOT_AVAILABLE
  return (
    <a href={address} className="link wrap-anywhere xl:inline-block xl:min-w-36">
      <BreakableAddress text={text} />
    </a>
  )
}

function PaidOrNot({ order }: { order: Order }) {
  return (
    <span className="block">
      {order.isPaid ? <Badge kind="ok">Paid</Badge> : <Badge kind="warn">Not paid yet</Badge>}
      {!order.isPaid && (
        <span className="block text-sm text-ink-2">
          held until {absoluteTime(order.payBy)} (<TimeAgo date={order.payBy} />)
        </span>
      )}
    </span>
  )
}
