import type { Account } from '#contract/accounts.ts'
import type { Book } from '#contract/books.ts'
import { BreakableAddress } from '#client/parts/breakable-address.tsx'
import { Cover } from '#client/parts/cover.tsx'
import { Money } from '#client/parts/money.tsx'

/** Which copy for how much, and who takes it: what can only be read here. */
export function BookAtHand({ book, buyer }: { book: Book; buyer: Account }) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-4 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <div className="standing">
        <Cover book={book} sizes="6rem" eager />
      </div>
      <dl className="facts">
        <Line name="Book">
          <span dir="auto" className="line-clamp-3 font-semibold">
            {book.title}
          </span>
        </Line>
        <Line name="Writer">
          <span dir="auto" className="line-clamp-3">
            {book.author}
          </span>
        </Line>
        <Line name="Resale price">
          <Money amount={book.resalePrice} className="font-semibold" />
        </Line>
        <Line name="Your name">
          <bdi>{buyer.name || buyer.email}</bdi>
        </Line>
        <Line name="Your email">
          <BreakableAddress text={buyer.email} />
        </Line>
      </dl>
    </div>
  )
}

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
