import type { Order } from '#contract/orders/orders.ts'
import { useContactsWords } from '#client/orders/cash-left.ts'
import { ContactLink } from '#client/orders/contact-link.tsx'
import { Fact } from '#client/ui/facts/fact.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { OrderedBook } from '#client/orders/ordered-book.tsx'

/** Order summary: book, seller and meeting place. */
export function OrderSummary({ order, isMine }: { order: Order; isMine: boolean }) {
  const { book } = order
  return (
    <section aria-label="Order summary" className="sheet grid content-start gap-5 p-5 sm:p-6">
      <OrderedBook order={order} />
      <dl className="facts">
        <Fact name="Price">
          <Money amount={book.resalePrice} mayBreak className="text-lg font-semibold text-stamp" />
        </Fact>
        <Fact name="Seller">{book.seller.name}</Fact>
        <SellerContacts order={order} isMine={isMine} />
        <Fact name="Location">{book.location}</Fact>
        {!isMine && (
          <>
            <Fact name="Buyer">{order.name}</Fact>
            <Fact name="Buyer’s email">{order.email && <ContactLink kind="email" text={order.email} />}</Fact>
          </>
        )}
        <Fact name={isMine ? 'Your phone' : 'Buyer’s phone'}>
          {order.phone && (isMine ? order.phone : <ContactLink kind="phone" text={order.phone} />)}
        </Fact>
        <Fact name="Meeting location">{order.meetingLocation}</Fact>
        <Fact name="Transaction">
          {order.transactionId && <span className="font-mono break-all">{order.transactionId}</span>}
        </Fact>
        <Fact name="Order no.">
          <span className="font-mono whitespace-nowrap">{order.number}</span>
        </Fact>
      </dl>
    </section>
  )
}

/** Seller's contacts, or when they will be shown. */
function SellerContacts({ order, isMine }: { order: Order; isMine: boolean }) {
  const words = useContactsWords(order)
  const { email, mobileNumber } = order.book.seller
  if (email === undefined) {
    if (order.state !== 'claimed' || !isMine) return null
    return <Fact name="Contact details">{words}</Fact>
  }
  return (
    <>
      <Fact name="Email">{email && <ContactLink kind="email" text={email} />}</Fact>
      <Fact name="Phone">{mobileNumber && <ContactLink kind="phone" text={mobileNumber} />}</Fact>
    </>
  )
}
