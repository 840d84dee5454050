import type { Order } from '#contract/orders/orders.ts'
import { Cover } from '#client/books/cover.tsx'
import { BookLink } from './book-link.tsx'

/** Book of an order, with its cover. */
export function OrderedBook({ order }: { order: Order }) {
  const { book } = order
  return (
    <div className="flex gap-4">
      <div className="cover-shadow w-20 shrink-0 self-start print:grayscale">
        <Cover book={book} sizes="5rem" eager />
      </div>
      <div className="min-w-0 wrap-anywhere">
        <h2 className="text-xl">
          <BookLink order={order} look="inline-block text-ink" />
        </h2>
        <p dir="auto" className="line-clamp-4 text-ink-2 print:line-clamp-none">
          {book.author}
        </p>
      </div>
    </div>
  )
}
