import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { paidHow } from '#contract/orders/paid-how.ts'
import { useContactsWords } from '#client/orders/cash-left.ts'
import { ContactLink } from '#client/orders/contact-link.tsx'
import { OrderedBook } from '#client/orders/ordered-book.tsx'
import { Fact } from '#client/ui/facts/fact.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Money } from '#client/ui/facts/money.tsx'

/** Book, price and contacts of an order. */
export function OrderFacts({ order }: { order: OrderWithTimeline }) {
  const { book, side, state } = order
  const contactsWords = useContactsWords(order)
  const isOtherClosed = side === 'buyer' ? order.isSellerClosed : order.isBuyerClosed
  return (
    <section aria-label="Order summary" className="sheet grid content-start gap-5 p-5 sm:p-6">
      <OrderedBook order={order} />
      <dl className="facts">
        <Fact name="Price">
          <Money amount={book.resalePrice} mayBreak className="text-lg font-semibold text-stamp" />
        </Fact>
        <Shares order={order} />
        {order.paidAt && (
          <Fact name={`Paid ${paidHow(order)}`}>
            <LocalTime date={order.paidAt} year />
          </Fact>
        )}
        {side !== 'seller' && (
          <Person
            who="Seller"
            name={book.seller.name}
            email={book.seller.email}
            phone={book.seller.mobileNumber}
            opens={side === 'buyer' && state === 'claimed' && contactsWords}
          />
        )}
        {side !== 'buyer' && (
          <Person who="Buyer" name={order.name} email={order.email} phone={order.phone} opens={false} />
        )}
        <Fact name="Meeting location">{order.meetingLocation}</Fact>
        <Fact name="Pick-up">{book.location}</Fact>
        <Fact name="Order no.">
          <span className="font-mono whitespace-nowrap">{order.number}</span>
        </Fact>
      </dl>
      {side !== 'club' && !isOtherClosed && (
        <p>
          <Link
            to={`${href('/dashboard/messages/:conversationId', 'new')}?order=${order.id}`}
            className="button-outline"
          >
            Write to the {side === 'buyer' ? 'seller' : 'buyer'}
          </Link>
        </p>
      )}
    </section>
  )
}

/** The seller's share and the club's fee, where a card has paid or may still pay. */
function Shares({ order: { fee = 0, isPaid, refundable, side, book } }: { order: OrderWithTimeline }) {
  if (fee === 0) return null
  const { minor, currency } = book.resalePrice
  const gets = side === 'seller' ? 'You get' : 'The seller gets'
  return (
    <>
      <Fact name={isPaid ? gets : `${gets}, if it’s paid by card`}>
        <Money amount={{ minor: (isPaid ? refundable : minor) - fee, currency }} />
      </Fact>
      <Fact name="The club’s fee">
        <Money amount={{ minor: fee, currency }} />
      </Fact>
    </>
  )
}

interface PersonProps {
  who: 'Seller' | 'Buyer'
  name: string
  email: string | undefined
  phone: string | undefined
  /** When contacts will be shown; false where they never will. */
  opens: string | false
}

function Person({ who, name, email, phone, opens }: PersonProps) {
  return (
    <>
      <Fact name={who}>{name}</Fact>
      <Fact name={`${who}’s email`}>{email && <ContactLink kind="email" text={email} />}</Fact>
      <Fact name={`${who}’s phone`}>{phone && <ContactLink kind="phone" text={phone} />}</Fact>
      <Fact name="Contact details">{email === undefined && opens}</Fact>
    </>
  )
}
