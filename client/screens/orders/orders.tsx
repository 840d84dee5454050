import { LONGEST_SEARCH } from '#contract/accounts/people.ts'
import {
  allOrderSorts,
  listOrders,
  orderFilters,
  type AllOrderSort,
  type OrderFilter,
} from '#contract/orders/all-orders.ts'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { useListOrder } from '#client/lists/tables/list-order.ts'
import { PagedTable } from '#client/lists/tables/paged-table.tsx'
import { SearchForm, ShowChoice, useFilterParams } from '#client/lists/tables/search-form.tsx'
import { stateWords } from '#client/orders/state-words.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { orderColumns } from './order-columns.tsx'

const sortWords: Record<AllOrderSort, string> = { newest: 'Newest first', oldest: 'Oldest first' }
const filterWords: Record<OrderFilter, string> = {
  problem: 'With an open problem',
  disputed: 'With an open chargeback',
  refund_failed: 'With a failed refund',
  ...stateWords,
}

/** All orders, with a search that is stored in the address. */
export default function Orders() {
  const { query, choose, q } = useFilterParams(LONGEST_SEARCH)
  const show = orderFilters.find((one) => one === query.get('show'))
  const [buyer, seller] = [query.get('buyer') ?? undefined, query.get('seller') ?? undefined]
  const order = useListOrder(allOrderSorts, sortWords)
  const { sort } = order
  const orders = usePagedCall(listOrders, { query: { sort, q, show, buyer, seller } })
  const side = buyer === undefined ? (seller === undefined ? null : 'seller') : 'buyer'
  return (
    <>
      <SearchForm
        label="Find an order"
        hint="By title, a person’s name or email, the order number, or a card’s last four digits."
        q={q}
        longest={LONGEST_SEARCH}
        search={(wanted) => choose('q', wanted)}
      />
      <ShowChoice words={filterWords} all="All orders" shown={show} choose={(chosen) => choose('show', chosen)} />
      {side && <OfOnePerson side={side} name={orders.items?.[0]?.[side].name} showAll={() => choose(side, '')} />}
      <PagedTable
        caption="Orders"
        columns={orderColumns}
        nameOf={({ title }) => title}
        pages={orders}
        nouns={['order', 'orders']}
        order={order}
        empty={<NoOrders isNarrowed={q !== '' || show !== undefined || side !== null} q={q} choose={choose} />}
      />
    </>
  )
}

function OfOnePerson(props: { side: 'buyer' | 'seller'; name: string | null | undefined; showAll: () => void }) {
  const { side, name, showAll } = props
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="wrap-anywhere">
        {side === 'buyer' ? 'Bought by ' : 'Sold by '}
        {name ? <bdi className="font-semibold">{name}</bdi> : 'one person'}
      </span>
      <button type="button" className="button-outline" onClick={showAll}>
        Show everybody’s
      </button>
    </p>
  )
}

interface NoOrdersProps {
  isNarrowed: boolean
  q: string
  choose: (name: string, value: string) => void
}

function NoOrders({ isNarrowed, q, choose }: NoOrdersProps) {
  if (!isNarrowed) return <EmptyState words="No orders yet. They appear here as soon as someone buys a book." />
  return (
    <EmptyState words={q ? `No orders match “${q}”.` : 'We can’t find that order.'}>
      {q && (
        <button type="button" className="button-outline" onClick={() => choose('q', '')}>
          Clear the search
        </button>
      )}
    </EmptyState>
  )
}
