import { priceText } from '#contract/money/currency-digits.ts'
import { orderPlaces } from '#contract/orders/order-places.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { failedOf, noteGivenByHand } from '#contract/orders/refunds.ts'
import { formatMoney } from '#contract/wording.ts'
import { call } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { ClubContact } from '#client/orders/club-contact.tsx'

/** Refund that the card's bank rejected: the club pays it back another way. */
export function FailedRefund({ order }: { order: OrderWithTimeline }) {
  const minor = failedOf(order.refunds)
  if (minor === 0) return null
  const money = { minor, currency: order.book.resalePrice.currency }
  const much = formatMoney(money)
  return (
    <div className="mt-4 grid max-w-measure gap-3 border-s-4 border-warn bg-sunk px-4 py-3">
      {order.side === 'club' && (
        <>
          <p>
            {much} came back from the card’s bank and is in the club’s balance at the card provider. First give it to
            the buyer another way, then note it here. Noting it doesn’t move any money.
          </p>
          <ActionButton
            act={() => call(noteGivenByHand, { params: { id: order.id }, body: { amount: priceText(money) } })}
            label={`Note that the buyer has ${much}`}
            pending="Saving…"
            // Focus management: the pressed button unmounts.
            onDone={() => document.getElementById(orderPlaces.refunds)?.focus()}
          />
        </>
      )}
      {order.side === 'buyer' && (
        <p className="wrap-anywhere">
          The club has your {much} and gives it back another way. To arrange that,{' '}
          <ClubContact words="write to the club" />.
        </p>
      )}
      {order.side === 'seller' && <p>The club gives the buyer {much} another way. You don’t need to do anything.</p>}
    </div>
  )
}
