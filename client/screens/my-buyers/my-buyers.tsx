import { listMyBuyers, type Order } from '#contract/orders/orders.ts'
import { myBuyerSorts, type MyBuyerSort } from '#contract/sorts.ts'
import { DataTable } from '#client/lists/tables/data-table.tsx'
import { useListOrder } from '#client/lists/tables/list-order.ts'
import { PagedTable } from '#client/lists/tables/paged-table.tsx'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { useAccount } from '#client/session/use-account.ts'
import { useSending } from '#client/ui/storage/send-queue.ts'
import { keptCodes } from '#client/orders/kept-codes.ts'
import { useUnreadOfOrders } from '#client/messages/use-unread-of-orders.ts'
import { buyerColumns } from './buyer-columns.tsx'
import { NoBuyersYet } from './no-buyers-yet.tsx'

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

export default function MyBuyers() {
  const account = useAccount()
  // What was typed where there was no connection goes from here, too.
  useSending(keptCodes, account.id)
  const unreadOf = useUnreadOfOrders()
  const order = useListOrder(myBuyerSorts, sortWords)
  const { sort } = order
  const orders = usePagedCall(listMyBuyers, { query: { sort } })
  const table = (rows: Order[] | null) => (
    <DataTable
      caption="Who reserved or bought your books"
      columns={buyerColumns(unreadOf)}
      rows={rows}
      keyOf={({ id }) => id}
      order={order}
      isBusy={orders.isSorting}
    />
  )
  return (
    <PagedTable
      pages={orders}
      nouns={['order', 'orders']}
      order={order}
      errorWords={() => 'Something went wrong...'}
      empty={<NoBuyersYet seller={account} />}
      placeholder={table(null)}
    >
      {table}
    </PagedTable>
  )
}
