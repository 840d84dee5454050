import type { Order } from '#contract/orders.ts'
import { BreakableAddress } from '#client/parts/breakable-address.tsx'
import { Fact } from '#client/parts/fact.tsx'
import { Money } from '#client/parts/money.tsx'
import { OrderedBook } from './ordered-book.tsx'

/** What is bought, from whom and where it changes hands. */
export function OrderSummary({ order, isMine }: { order: Order; isMine: boolean }) {
  const { book } = order
  return (
    <section aria-label="Order summary" className="sheet grid content-start gap-5 p-5 sm:p-6">
      <OrderedBook book={book} />
      <dl className="facts">
        <Fact name="Price">
          <Money amount={book.resalePrice} className="text-lg font-semibold text-stamp" />
        </Fact>
        <Fact name="Seller">{book.seller.name}</Fact>
        <Fact name="Email">{book.seller.email && <BreakableAddress text={book.seller.email} />}</Fact>
        <Fact name="Phone">{book.seller.mobileNumber}</Fact>
        <Fact name="Location">{book.location}</Fact>
        {!isMine && (
          <>
            <Fact name="Buyer">{order.name}</Fact>
            <Fact name="Buyer’s email">
              <BreakableAddress text={order.email} />
            </Fact>
          </>
        )}
        <Fact name={isMine ? 'Your phone' : 'Buyer’s phone'}>{order.phone}</Fact>
        <Fact name="Meeting location">{order.meetingLocation}</Fact>
        <Fact name="Transaction">
          {order.transactionId && <span className="font-mono break-all">{order.transactionId}</span>}
        </Fact>
        <Fact name="Order no.">
          <span className="font-mono break-all">{order.id}</span>
        </Fact>
      </dl>
    </section>
  )
}
