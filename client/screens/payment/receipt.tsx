import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { paidHow } from '#contract/orders/paid-how.ts'
import { givenBackOf } from '#contract/orders/refunds.ts'
import { BreakableEmail } from '#client/ui/facts/breakable-email.tsx'
import { OtherSideNotice } from '#client/orders/other-side-notice.tsx'
import { ContactLink } from '#client/orders/contact-link.tsx'
import { Fact } from '#client/ui/facts/fact.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { useSite } from '#client/ui/site.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { OrderedBook } from '#client/orders/ordered-book.tsx'

/** Receipt with amount, seller and meeting place, also for print. `justNow`: animates the stamp. */
export function Receipt({ order, justNow }: { order: OrderWithTimeline; justNow: boolean }) {
  const { name } = useSite()
  const { book } = order
  const givenBack = givenBackOf(order.refunds)
  const isToMeet = order.state === 'paid'
  return (
    <section aria-label="Receipt" className="sheet grid content-start gap-5 p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-4 border-b border-ink pb-4">
        <div>
          <p className="font-display text-xl">{name}</p>
          <p className="small-heading text-ink-2">Receipt</p>
        </div>
        <p className={`stamp me-1 text-2xl ${justNow ? 'stamp-lands' : ''}`}>Paid</p>
      </div>
      <OrderedBook order={order} />
      <dl className="facts">
        <Fact name={`Paid ${paidHow(order)}`}>
          <Money amount={book.resalePrice} mayBreak className="text-lg font-semibold" />
        </Fact>
        <Fact name="Refunded">
          {givenBack > 0 && <Money amount={{ ...book.resalePrice, minor: givenBack }} className="font-semibold" />}
        </Fact>
        <Fact name="Paid on">{order.paidAt && <LocalTime date={order.paidAt} year />}</Fact>
        <Fact name="Paid by">
          {order.name}, <BreakableEmail text={order.email ?? ''} />
        </Fact>
        <Fact name="Transaction">
          {order.transactionId && <span className="font-mono break-all">{order.transactionId}</span>}
        </Fact>
        <Fact name="Order no.">
          <span className="font-mono whitespace-nowrap">{order.number}</span>
        </Fact>
      </dl>
      <h3 className="small-heading -mb-3 font-sans text-ink-2">{isToMeet ? 'Where you meet' : 'Who sold it'}</h3>
      <p className="border-s-4 border-warn bg-sunk px-4 py-3 empty:hidden">
        <OtherSideNotice order={order} other="seller" />
      </p>
      <dl className="facts">
        <Fact name="Seller">{book.seller.name}</Fact>
        <Fact name="Email">{book.seller.email && <ContactLink kind="email" text={book.seller.email} />}</Fact>
        <Fact name="Phone">
          {book.seller.mobileNumber && <ContactLink kind="phone" text={book.seller.mobileNumber} />}
        </Fact>
        <Fact name="Meeting place">{order.meetingLocation || (isToMeet && 'To be agreed')}</Fact>
        <Fact name="Pick-up">{book.location}</Fact>
      </dl>
    </section>
  )
}
