import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { HOUR_MS } from '#contract/duration.ts'
import { BY_CARD } from '#contract/orders/order-places.ts'
import { mayPay } from '#contract/orders/orders.policy.ts'
import type { Order, OrderWithTimeline } from '#contract/orders/orders.ts'
import { CancelOrder } from '#client/orders/cancel-order.tsx'
import { OneOrder, TwoSheets } from '#client/orders/one-order.tsx'
import { OtherSideNotice } from '#client/orders/other-side-notice.tsx'
import { Deadline, DeadlineWarning, useTimeLeft } from '#client/orders/deadline.tsx'
import { useIsCashLeft } from '#client/orders/cash-left.ts'
import { CardPayment } from './card-payment.tsx'
import { ChooseCash, ChosenCash } from './choose-cash.tsx'
import { OrderOutcome } from './order-outcome.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaymentOnItsWay } from './payment-on-its-way.tsx'
import { Receipt } from './receipt.tsx'
import { useReturnFromBank } from './use-return-from-bank.ts'

const MIN_POLL_MS = 2000
const MAX_POLL_MS = HOUR_MS
const PROCESSING_POLL_MS = 5000

/** Payment screen of an order, for its buyer, whatever their role is now. */
export default function Payment() {
  const { myOrderId = '' } = useParams()
  const hasReturned = useReturnFromBank()
  return (
    <OneOrder
      id={myOrderId}
      heading="Payment"
      pollInterval={(order) => {
        if (order.isPaymentProcessing) return PROCESSING_POLL_MS
        return mayPay(order) === 'yes' ? pollInterval(endOf(order)) : false
      }}
    >
      {(order) => <OrderPayment key={order.id} order={order} hasReturned={hasReturned} />}
    </OneOrder>
  )
}

/** End of the reservation. */
const endOf = ({ dueAt, payBy }: Order) => dueAt ?? payBy

/** Polling delay: until the claim ends, then repeatedly until the server's clock agrees. */
function pollInterval(end: Date): number {
  return Math.min(Math.max(end.getTime() - Date.now(), MIN_POLL_MS), MAX_POLL_MS)
}

function OrderPayment({ order, hasReturned }: { order: OrderWithTimeline; hasReturned: boolean }) {
  const [firstState] = useState(order.state)
  const { state } = order
  const justNow = firstState !== state
  const isMine = order.side === 'buyer'

  if (order.isPaymentProcessing) return <PaymentOnItsWay order={order} isMine={isMine} />
  return (
    <>
      {mayPay(order) === 'yes' ? (
        <OpenOrder order={order} isMine={isMine} hasReturned={hasReturned} />
      ) : (
        <TwoSheets>
          {/* First in reading order, beside the summary on wide screens. */}
          <div className="lg:order-last">
            <OrderOutcome order={order} isMine={isMine} justNow={justNow} />
          </div>
          {order.isPaid && isMine ? (
            <Receipt order={order} justNow={justNow} />
          ) : (
            <OrderSummary order={order} isMine={isMine} />
          )}
        </TwoSheets>
      )}
    </>
  )
}

/** Reserved order that awaits its payment. */
function OpenOrder({ order, isMine, hasReturned }: { order: Order; isMine: boolean; hasReturned: boolean }) {
  const end = endOf(order)
  const isTimeUp = useTimeLeft(end) === 0
  const isOver = isTimeUp && !order.hasProblem
  const isCashLeft = useIsCashLeft(order)
  const [paidInCashAtFirst] = useState(order.paysInCash)
  const { hash } = useLocation()
  // Opens no card payment for nothing. Who comes back from a bank has one.
  const [isByCard, setIsByCard] = useState(!order.paysInCash || hash === BY_CARD || hasReturned)
  return (
    <>
      <div className="mb-6 border-s-4 border-warn bg-sunk px-4 py-3">
        {!isOver && isMine && !order.paysInCash && (
          <p className="font-semibold">Order placed. {isCashLeft ? 'Ask to pay in cash' : 'Pay to confirm it'}.</p>
        )}
        <p>
          {isOver ? (
            'The time to pay for this order is over. This copy is no longer reserved.'
          ) : order.hasProblem ? (
            'Reserved until the problem with this order is settled.'
          ) : (
            <>
              Reserved for {isMine ? 'you' : <bdi>{order.name}</bdi>} until <Deadline at={end} />.
            </>
          )}
        </p>
        {isMine && (
          <p className="empty:hidden">
            <OtherSideNotice order={order} other="seller" />
          </p>
        )}
        {/* No countdown for a cash request, which waits for the seller. */}
        {isMine && !order.hasProblem && !order.paysInCash && <DeadlineWarning at={end} />}
      </div>
      <TwoSheets>
        <OrderSummary order={order} isMine={isMine} />
        {isMine ? (
          <div className="grid grid-cols-1 gap-6">
            {order.paysInCash && (
              <ChosenCash
                order={order}
                justNow={!paidInCashAtFirst}
                isByCard={isByCard}
                onPayByCard={() => setIsByCard(true)}
              />
            )}
            {isByCard && (
              <CardPayment order={order} isOver={isOver} hasReturned={hasReturned}>
                {!order.paysInCash && <ChooseCash order={order} />}
              </CardPayment>
            )}
          </div>
        ) : (
          <p className="p-3">Only the buyer can pay for this order.</p>
        )}
      </TwoSheets>
      {isMine && !isOver && (
        <div className="mt-6">
          <CancelOrder order={order} />
        </div>
      )}
    </>
  )
}
