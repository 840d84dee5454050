import type { Book } from '#contract/books/books.ts'
import { savedPercent } from './book-words.ts'
import { Money } from '#client/ui/facts/money.tsx'

interface PriceProps {
  book: Book
  /** Smaller size, for a card beside other prices. */
  inCard?: boolean
}

/**
 * Price of the copy, with the price before it was lowered, the price when new and the discount. The price when new is
 * struck out only where the copy is cheaper.
 */
export function Price({ book, inCard = false }: PriceProps) {
  const saved = savedPercent(book)
  const original = <Money amount={book.originalPrice} />
  return (
    <p className={inCard ? 'text-sm leading-tight' : 'mt-2 flex flex-wrap items-baseline gap-x-3'}>
      <span className={inCard ? 'block' : undefined}>
        <span className="sr-only">Resale price </span>
        <Money
          amount={book.resalePrice}
          mayBreak
          className={`font-semibold text-stamp ${inCard ? 'text-xl leading-none' : 'text-3xl'}`}
        />
      </span>
      <span className={`text-ink-2 ${inCard ? 'text-[0.8125rem]' : 'text-sm'}`}>
        {book.wasPrice && (
          <>
            was <Money amount={book.wasPrice} /> ·{' '}
          </>
        )}
        <span className={saved && (inCard || !book.wasPrice) ? 'sr-only' : undefined}>Original price </span>
        {saved ? (
          <>
            <s>{original}</s> {inCard && <span aria-hidden="true">−{saved}%</span>}
            <span className={inCard ? 'sr-only' : undefined}>{saved}% saved</span>
          </>
        ) : (
          original
        )}
      </span>
    </p>
  )
}
