import { Link } from 'react-router'
import { formatMoney } from '#contract/wording.ts'
import type { Order } from '#contract/orders.ts'
import { BreakableAddress } from '#client/parts/breakable-address.tsx'
import { Cover } from '#client/parts/cover.tsx'

/** What is bought, from whom and where it changes hands. */
export function OrderSummary({ order }: { order: Order }) {
  const { book } = order
  return (
    <section aria-label="Order summary" className="sheet grid content-start gap-4 p-5 sm:p-6">
      <div className="flex gap-4">
        <div className="w-20 shrink-0">
          <Cover book={book} sizes="5rem" eager />
        </div>
        <div className="min-w-0 wrap-anywhere">
          <h2 className="text-xl">
            <Link to={`/advertise/${book.id}`} className="link text-ink">
              {book.title}
            </Link>
          </h2>
          <p className="text-ink-2">{book.author}</p>
        </div>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        <Fact name="Price">
          <span className="text-lg font-semibold text-stamp tabular-nums">{formatMoney(book.resalePrice)}</span>
        </Fact>
        <Fact name="Seller">{book.seller.name}</Fact>
        <Fact name="Email">{book.seller.email && <BreakableAddress text={book.seller.email} />}</Fact>
        <Fact name="Phone">{book.seller.mobileNumber}</Fact>
        <Fact name="Location">{book.location}</Fact>
        <Fact name="Your phone">{order.phone}</Fact>
        <Fact name="Meeting location">{order.meetingLocation}</Fact>
        <Fact name="Order no.">
          <span className="font-mono text-sm break-all">{order.id}</span>
        </Fact>
      </dl>
    </section>
  )
}

/** A line of the summary; none where there is nothing to say. */
function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}
