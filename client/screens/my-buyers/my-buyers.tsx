import { Link } from 'react-router'
import { listMyBuyers } from '#contract/orders/orders.ts'
import { myBuyerSorts, type MyBuyerSort } from '#contract/sorts.ts'
import type { Account } from '#contract/accounts/accounts.ts'
import { bookPath } from '#contract/books/book-path.ts'
import { listMyBooks } from '#contract/books/my-book-calls.ts'
import type { Book } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { MOST_PER_PAGE } from '#contract/list-limits.ts'
import { formatMoney } from '#contract/wording.ts'
import { useListOrder } from '#client/lists/tables/list-order.ts'
import { PagedTable } from '#client/lists/tables/paged-table.tsx'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { useAccount } from '#client/session/use-account.ts'
import { useSending } from '#client/ui/storage/send-queue.ts'
import { codeQueue } from '#client/orders/code-queue.ts'
import { useUnreadOfOrders } from '#client/messages/use-unread-of-orders.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ShareButton } from '#client/lists/tables/share-button.tsx'
import { useSite } from '#client/ui/site.ts'
import { callPage } from '#client/api/call.ts'
import { buyerColumns } from './buyer-columns.tsx'

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
  // Sends handover codes that were typed offline.
  useSending(codeQueue, account.id)
  const unreadOf = useUnreadOfOrders()
  const order = useListOrder(myBuyerSorts, sortWords)
  const { sort } = order
  const orders = usePagedCall(listMyBuyers, { query: { sort } })
  return (
    <PagedTable
      caption="Who reserved or bought your books"
      columns={buyerColumns(unreadOf)}
      nameOf={({ name, book }) => `${name || 'the buyer'}: ${book.title}`}
      pages={orders}
      nouns={['order', 'orders']}
      order={order}
      errorWords="Something went wrong..."
      empty={<NoBuyersYet seller={account} />}
    />
  )
}

/** Empty state: no reservations yet, with advice to be seen. */
function NoBuyersYet({ seller }: { seller: Account }) {
  const { publicUrl, name } = useSite()

  async function booksAsText(): Promise<string> {
    const query = { email: seller.email, limit: MOST_PER_PAGE, sort: 'state' as const }
    const { items } = await callPage(listMyBooks, { query })
    const forSale = items.filter(({ state }) => state === 'unsold')
    if (forSale.length === 0) throw new Error('You have no books for sale yet. List one first.')
    return [`My used books at ${name}:`, ...forSale.map((book) => lineOf(book, publicUrl))].join('\n')
  }

  return (
    <EmptyState words="No buyers yet. Share your books, or advertise a book to show it first.">
      <div className="flex flex-wrap justify-center gap-3">
        <ShareButton prepare={booksAsText}>Share your books</ShareButton>
        <Link to={href('/dashboard/my-products')} className="button-outline">
          Advertise a book
        </Link>
      </div>
    </EmptyState>
  )
}

const lineOf = ({ id, title, author, resalePrice }: Book, publicUrl: string) =>
  `${title} by ${author}, ${formatMoney(resalePrice)}: ${publicUrl}${bookPath({ id })}`
