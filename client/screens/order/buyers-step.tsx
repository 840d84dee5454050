import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { chooseCash } from '#contract/orders/hand-over.ts'
import { BY_CARD } from '#contract/orders/order-places.ts'
import { mayPay } from '#contract/orders/orders.policy.ts'
import type { Order } from '#contract/orders/orders.ts'
import { payHow } from '#contract/orders/paid-how.ts'
import { formatMoney } from '#contract/wording.ts'
import { call } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { CancelOrder } from '#client/orders/cancel-order.tsx'
import { Deadline } from '#client/orders/deadline.tsx'
import { endedOrderWords } from '#client/orders/ended-words.ts'
import { ProcessingWords } from '#client/orders/processing-words.tsx'
import { useIsCashLeft } from '#client/orders/cash-left.ts'
import { useSite } from '#client/ui/site.ts'
import { StoppedWords } from './problem/stopped-words.tsx'
import { DisputedWords, waitsForBank } from './disputed-words.tsx'
import { ShowCode } from './show-code.tsx'

/** Next step of the buyer. */
export function BuyersStep({ order }: { order: Order }) {
  return (
    <>
      <Words order={order} />
      <ShowCode order={order} />
      <PayByCard order={order} />
      <AskForCash order={order} />
      <CancelOrder order={order} />
    </>
  )
}

function Words({ order }: { order: Order }) {
  const isCashLeft = useIsCashLeft(order)
  if (order.hasProblem) return <StoppedWords order={order} />
  if (order.isPaymentProcessing) return <ProcessingWords order={order} />
  if (waitsForBank(order)) return <DisputedWords order={order} />
  const { state, dueAt, book } = order
  const until = dueAt && <Deadline at={dueAt} />
  const price = formatMoney(book.resalePrice)
  switch (state) {
    case 'claimed':
      if (isCashLeft)
        return order.isSellerSuspended ? (
          <p>Cards aren’t taken here any more. If you do nothing, the book goes back on sale and you owe nothing.</p>
        ) : (
          <p>
            Cards aren’t taken here any more. Ask <bdi>{book.seller.name}</bdi> by {until} to be paid {price} in cash
            when you meet. If you don’t, the book goes back on sale and you owe nothing.
          </p>
        )
      return order.paysInCash ? (
        <p>
          You asked to pay {price} in cash when you meet.{' '}
          {!order.isSellerSuspended && (
            <>
              We’ll email you when <bdi>{book.seller.name}</bdi> has answered.{' '}
            </>
          )}
          The book stays reserved for you until {until}.
        </p>
      ) : (
        <p>Pay by {until} to confirm your order.</p>
      )
    case 'agreed':
      return (
        <p>
          <bdi>{book.seller.name}</bdi> will take {price} in cash. Get in touch and meet by {until}.
        </p>
      )
    case 'paid':
      return (
        <p>
          You paid {price}.{' '}
          {!order.isSellerClosed && (
            <>
              Get in touch with <bdi>{book.seller.name}</bdi> and meet.{' '}
            </>
          )}
          We’ll mark it as handed over on {until} unless you tell us otherwise.
        </p>
      )
    case 'handed_over':
      return <p>Is something wrong with it? Report a problem below by {until}.</p>
    case 'done':
      return <p>Nothing is left to do. Enjoy your book.</p>
    default:
      return <p>{endedOrderWords[state].meaning}</p>
  }
}

function PayByCard({ order }: { order: Order }) {
  const { cards } = useSite()
  if (mayPay(order) !== 'yes' || cards.mode === 'off') return null
  return (
    <Link
      to={href('/dashboard/payment/:myOrderId', order.id) + (order.paysInCash ? BY_CARD : '')}
      className={`${order.paysInCash ? 'button-outline' : 'button'} justify-self-start`}
    >
      {order.paysInCash ? `Pay ${payHow(cards)} instead` : `Pay ${formatMoney(order.book.resalePrice)}`}
    </Link>
  )
}

function AskForCash({ order }: { order: Order }) {
  const isCashLeft = useIsCashLeft(order)
  if (!isCashLeft || order.isSellerSuspended) return null
  return (
    <ActionButton
      act={() => call(chooseCash, { params: { id: order.id } })}
      label="Ask to pay in cash"
      pending="Asking…"
      look="button"
    />
  )
}
