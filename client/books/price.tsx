import type { Book } from '#contract/books/books.ts'
import { savedPercent } from './book-words.ts'
import { Money } from '#client/ui/money.tsx'

/** What the copy costs, what it cost before it was lowered, what it cost new, and what that saves: the price when new is struck out only where it does. */
export function Price({ book, large = false }: { book: Book; large?: boolean }) {
  const saved = savedPercent(book)
  const original = <Money amount={book.originalPrice} />
  return (
    <p className="mt-2 flex flex-wrap items-baseline gap-x-3">
      <span>
        <span className="sr-only">Resale price </span>
        <Money amount={book.resalePrice} className={`font-semibold text-stamp ${large ? 'text-3xl' : 'text-xl'}`} />
      </span>
      <span className="text-sm text-ink-2">
        {book.wasPrice && (
          <>
            was <Money amount={book.wasPrice} /> ·{' '}
          </>
        )}
        <span className={saved && !book.wasPrice ? 'sr-only' : undefined}>Original price </span>
        {saved ? (
          <>
            <s>{original}</s> {saved}% saved
          </>
        ) : (
          original
        )}
      </span>
    </p>
  )
}
