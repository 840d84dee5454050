import { Link } from 'react-router'
import { bookPath } from '#contract/books/book-path.ts'
import type { ShownBook } from '#contract/books/shown-book.ts'
import type { Dashboard } from '#contract/dashboard.ts'
import { formatMoney } from '#contract/wording.ts'
import { Cover } from '#client/books/cover.tsx'

/** What is new for a member: books that appeared, favourites that got cheaper; nothing without any. */
export function News({ dashboard: { appeared, reduced } }: { dashboard: Dashboard }) {
  if (appeared.length + reduced.length === 0) return null
  return (
    <section aria-labelledby="new">
      <h2 id="new" className="small-heading border-b border-ink pb-1 font-sans">
        New for you
      </h2>
      <ul className="grid sm:grid-cols-2 sm:gap-x-8">
        {appeared.map(({ book, price, search }) => (
          <NewsRow key={book.id} book={book}>
            Now for sale, <span className="whitespace-nowrap">{formatMoney(price)}</span>
            {search && (
              <>
                {' · '}you look for <bdi>“{search}”</bdi>
              </>
            )}
          </NewsRow>
        ))}
        {reduced.map(({ book, price, was }) => (
          <NewsRow key={`${book.id} reduced`} book={book}>
            <span className="font-semibold text-stamp">{formatMoney(price)}</span>, was {formatMoney(was)} · one of your
            favourites
          </NewsRow>
        ))}
      </ul>
    </section>
  )
}

function NewsRow({ book, children }: { book: ShownBook; children: React.ReactNode }) {
  return (
    <li className="relative grid grid-cols-[3rem_minmax(0,1fr)] items-center gap-4 border-b border-rule py-3">
      <div className="cover-shadow">
        <Cover book={book} sizes="3rem" />
      </div>
      <div className="min-w-0">
        <Link
          to={bookPath(book)}
          dir="auto"
          className="line-clamp-2 font-display leading-tight font-semibold text-ink no-underline after:absolute after:inset-0 hover:underline"
        >
          {book.title}
        </Link>
        <p className="mt-1 text-sm text-ink-2">{children}</p>
      </div>
    </li>
  )
}
