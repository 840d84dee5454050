import { Link } from 'react-router'
import type { Book } from '#contract/books/books.ts'
import { Cover } from '#client/books/cover.tsx'

/** The copy that an order is about, with its cover. */
export function OrderedBook({ book }: { book: Book }) {
  return (
    <div className="flex gap-4">
      <div className="cover-shadow w-20 shrink-0 self-start print:grayscale">
        <Cover book={book} sizes="5rem" eager />
      </div>
      <div className="min-w-0 wrap-anywhere">
        <h2 className="text-xl">
          <Link to={`/advertise/${book.id}`} dir="auto" className="link touchable inline-block text-ink">
            {book.title}
          </Link>
        </h2>
        <p dir="auto" className="line-clamp-4 text-ink-2 print:line-clamp-none">
          {book.author}
        </p>
      </div>
    </div>
  )
}
