import type { Book } from '#contract/books/books.ts'
import { Cover } from '#client/books/cover.tsx'
import { Fact } from '#client/ui/facts/fact.tsx'
import { Money } from '#client/ui/facts/money.tsx'

/** Which copy for how much. */
export function BookAtHand({ book }: { book: Book }) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-4 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <div className="cover-shadow">
        <Cover book={book} sizes="6rem" eager />
      </div>
      <dl className="facts">
        <Fact name="Book">
          <span dir="auto" className="line-clamp-3 font-semibold">
            {book.title}
          </span>
        </Fact>
        <Fact name="Writer">
          <span dir="auto" className="line-clamp-3">
            {book.author}
          </span>
        </Fact>
        <Fact name="Resale price">
          <Money amount={book.resalePrice} mayBreak className="font-semibold" />
        </Fact>
      </dl>
    </div>
  )
}
