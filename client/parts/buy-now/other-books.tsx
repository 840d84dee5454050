import { Link } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { listBooks, listBooksOfCategory } from '#contract/book-calls.ts'
import { formatMoney } from '#contract/wording.ts'
import { callPage } from '#client/server-calls/call.ts'

const MOST = 3

/** A few copies from the same shelf, for whoever came too late. Says nothing when there are none. */
export function OtherBooks({
  category,
  except,
  onLeave,
}: {
  category: string | null
  except: string
  onLeave: () => void
}) {
  const query = { limit: MOST + 1 }
  const others = useQuery({
    queryKey: ['books', category ?? 'all', 'few'],
    queryFn: ({ signal }) =>
      category
        ? callPage(listBooksOfCategory, { params: { category_name: category }, query }, { signal })
        : callPage(listBooks, { query }, { signal }),
  })
  const books = others.data?.items.filter(({ id }) => id !== except).slice(0, MOST) ?? []
  if (books.length === 0) return null
  return (
    <section aria-label="Other books" className="grid gap-2">
      <h3 className="text-lg">Others on the same shelf</h3>
      <ul className="divide-y divide-rule border-y border-rule">
        {books.map((book) => (
          <li key={book.id} className="flex items-baseline justify-between gap-4 py-2">
            <Link to={`/advertise/${book.id}?buy=1`} className="link py-1" onClick={onLeave}>
              {book.title}
            </Link>
            <span className="tabular-nums">{formatMoney(book.resalePrice)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
