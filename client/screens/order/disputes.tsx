import { orderPlaces } from '#contract/orders/order-places.ts'
import type { Dispute } from '#contract/orders/disputes.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { formatMoney } from '#contract/wording.ts'
import { ClubContact } from '#client/orders/club-contact.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Money } from '#client/ui/facts/money.tsx'

/** Chargebacks of an order, oldest first, and what they mean for its reader. */
export function Disputes({ order }: { order: OrderWithTimeline }) {
  const { disputes, book } = order
  if (disputes.length === 0) return null
  const { currency } = book.resalePrice
  return (
    <section aria-labelledby={orderPlaces.disputes} className="sheet p-5 sm:p-6">
      <h2 id={orderPlaces.disputes} className="small-heading font-sans text-ink-2">
        {disputes.every(({ isInquiry }) => isInquiry) ? 'Asked by the buyer’s bank' : 'Chargeback'}
      </h2>
      <ul className="mt-3 grid gap-3">
        {disputes.map((dispute) => (
          <li key={`${dispute.at.toISOString()} ${dispute.amount}`} className="border-s-3 border-rule ps-3">
            <span className="block font-semibold">
              <Money amount={{ minor: dispute.amount, currency }} />: {statusWords(dispute)}
            </span>
            <span className="block text-sm text-ink-2">
              <LocalTime date={dispute.at} year />
              {dispute.endedAt && (
                <>
                  {' '}
                  to <LocalTime date={dispute.endedAt} year />
                </>
              )}
            </span>
            {dispute.cost !== null && dispute.cost > 0 && (
              <span className="block text-sm text-ink-2">
                Card provider’s fee: {formatMoney({ minor: dispute.cost, currency })}, paid by the club
              </span>
            )}
            <ForTheClub dispute={dispute} />
          </li>
        ))}
      </ul>
      {order.isDisputed && order.side !== 'club' && <Meaning order={order} />}
    </section>
  )
}

function statusWords({ status, isInquiry }: Dispute): string {
  if (status === 'lost') return 'the bank gave it back to the buyer'
  if (status === 'closed') return 'closed: the bank keeps none of it'
  return isInquiry ? 'the bank is asking about it' : 'taken back while the bank looks into it'
}

/** The day of answer; only admins get it. */
function ForTheClub({ dispute: { status, respondBy, isInquiry } }: { dispute: Dispute }) {
  if (status === 'under_review')
    return <span className="block">It’s too late for another answer. The bank is deciding.</span>
  if (status !== 'needs_response' || !respondBy) return null
  return (
    <span className="mt-2 block max-w-measure border-s-4 border-warn bg-sunk px-4 py-3">
      <strong>
        Answer by <LocalTime date={respondBy} year />
      </strong>
      , on the card provider’s own pages. Without an answer{' '}
      {isInquiry ? 'the bank may take the money back.' : 'the money is lost.'}
    </span>
  )
}

function Meaning({ order: { side, state } }: { order: OrderWithTimeline }) {
  return (
    <p className="mt-4 max-w-measure wrap-anywhere">
      {side === 'seller' ? (
        <>
          {state !== 'paid' && 'What the club owes you for it is on hold until then. '}
          Do you have something that shows what you agreed, or that you met? <ClubContact words="Write to the club" />,
          which answers the bank.
        </>
      ) : (
        <>
          Was that a mistake, or have you settled it? Tell your bank, and <ClubContact words="write to the club" />.
        </>
      )}
    </p>
  )
}
