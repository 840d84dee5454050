import { useQuery } from '@tanstack/react-query'
import { listBuyers, listSellers } from '#contract/accounts.ts'
import { listMyBooks } from '#contract/book-calls.ts'
import { listMyBuyers, listMyOrders } from '#contract/orders.ts'
import { callPage } from '#client/server-calls/call.ts'
import { useAccount } from '#client/session/use-account.ts'
import { booksToAdvertise, buyersToMeet, COUNTED, ordersToPay, people } from './counts.ts'

/** Words that arrive after the card. No room is kept for them: most of the time nothing waits. */
function useCount(name: string, count: (signal: AbortSignal) => Promise<string>) {
  const { id } = useAccount()
  const { data } = useQuery({ queryKey: ['dashboard', name, id], queryFn: ({ signal }) => count(signal), staleTime: 0 })
  return data ? <p className="mt-1 font-semibold">{data}</p> : null
}

export function OrdersCount() {
  return useCount('orders', async (signal) => ordersToPay(await callPage(listMyOrders, { query: COUNTED }, { signal })))
}

export function ProductsCount() {
  return useCount('products', async (signal) =>
    booksToAdvertise(await callPage(listMyBooks, { query: COUNTED }, { signal })),
  )
}

export function BuyersCount() {
  return useCount('buyers', async (signal) =>
    buyersToMeet(await callPage(listMyBuyers, { query: COUNTED }, { signal })),
  )
}

export function AccountCount({ kind }: { kind: 'sellers' | 'buyers' }) {
  return useCount(kind, async (signal) =>
    kind === 'sellers'
      ? people(await callPage(listSellers, { query: COUNTED }, { signal }), 'seller', 'sellers')
      : people(await callPage(listBuyers, { query: COUNTED }, { signal }), 'buyer', 'buyers'),
  )
}
