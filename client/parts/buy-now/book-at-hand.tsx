import type { Account } from '#contract/accounts.ts'
import type { Book } from '#contract/books.ts'
import { displayName } from '#contract/wording.ts'
import { BreakableAddress } from '#client/parts/breakable-address.tsx'
import { Cover } from '#client/parts/cover.tsx'
import { Fact } from '#client/parts/fact.tsx'
import { Money } from '#client/parts/money.tsx'

/** Which copy for how much, and who takes it: what can only be read here. */
export function BookAtHand({ book, buyer }: { book: Book; buyer: Account }) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-4 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <div className="standing">
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
          <Money amount={book.resalePrice} className="font-semibold" />
        </Fact>
        <Fact name="Your name">
          <bdi>{displayName(buyer)}</bdi>
        </Fact>
        <Fact name="Your email">
          <BreakableAddress text={buyer.email} />
        </Fact>
      </dl>
    </div>
  )
}
