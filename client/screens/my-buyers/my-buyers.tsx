import { listMyBuyers, type Order } from '#contract/orders.ts'
import { myBuyerSorts, type MyBuyerSort } from '#contract/sorts.ts'
import { Ledger } from '#client/parts/ledger.tsx'
import { useListOrder } from '#client/parts/list-order.ts'
import { PagedList } from '#client/parts/paged-list.tsx'
import { titled } from '#client/parts/site.ts'
import { callPage } from '#client/server-calls/call.ts'
import { usePages } from '#client/server-calls/use-pages.ts'
import { RoleOnly } from '#client/session/role-only.tsx'
import { useAccount } from '#client/session/use-account.ts'
import { buyerColumns } from './buyer-columns.tsx'
import { NoBuyersYet } from './no-buyers-yet.tsx'

export const meta = titled('My buyers')

const sortWords: Record<MyBuyerSort, string> = {
  newest: 'Newest order first',
  oldest: 'Oldest order first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  book: 'Book, A to Z',
  '-book': 'Book, Z to A',
  state: 'Not paid yet first',
  '-state': 'Paid first',
}

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
  const order = useListOrder(myBuyerSorts, sortWords)
  const { sort } = order
  const orders = usePages<Order>(
    ['my-buyers', account.id],
    (cursor, signal) => callPage(listMyBuyers, { query: { cursor, sort } }, { signal }),
    sort,
  )
  const table = (rows: Order[] | null) => (
    <Ledger
      caption="Who reserved or bought your books"
      columns={buyerColumns}
      rows={rows}
      keyOf={({ id }) => id}
      order={order}
      isBusy={orders.isSorting}
    />
  )
  return (
    <PagedList
      pages={orders}
      nouns={['order', 'orders']}
      order={order}
      errorWords={() => 'Something went wrong...'}
      empty={<NoBuyersYet seller={account} />}
      placeholder={table(null)}
    >
      {table}
    </PagedList>
  )
}
