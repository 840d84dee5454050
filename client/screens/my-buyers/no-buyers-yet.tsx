import { Link } from 'react-router'
import type { Account } from '#contract/accounts/accounts.ts'
import { bookPath } from '#contract/books/book-path.ts'
import { listMyBooks } from '#contract/books/my-book-calls.ts'
import type { Book } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { MOST_PER_PAGE } from '#contract/list-limits.ts'
import { formatMoney } from '#contract/wording.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ShareButton } from '#client/lists/tables/share-button.tsx'
import { useSite } from '#client/ui/site.ts'
import { callPage } from '#client/api/call.ts'

/** Nobody has reserved a book yet: buyers come to who is seen. */
export function NoBuyersYet({ seller }: { seller: Account }) {
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
