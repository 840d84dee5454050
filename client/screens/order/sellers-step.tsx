import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { agreeToCash } from '#contract/orders/hand-over.ts'
import {
  mayAgreeToCash,
  mayEnterCode,
  mayRefundAsSeller,
  mayRelease,
  mayRelist,
} from '#contract/orders/orders.policy.ts'
import type { Order, OrderWithTimeline } from '#contract/orders/orders.ts'
import { relistBook } from '#contract/orders/refunds.ts'
import { formatMoney } from '#contract/wording.ts'
import { call } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { Deadline } from '#client/orders/deadline.tsx'
import { ProcessingWords } from '#client/orders/processing-words.tsx'
import { useIsCashLeft } from '#client/orders/cash-left.ts'
import { areRefundsBarred, DisputedWords, waitsForBank } from './disputed-words.tsx'
import { EnterCode } from './enter-code.tsx'
import { StoppedWords } from './problem/stopped-words.tsx'
import { RefundOrder } from './refund-order.tsx'
import { ReleaseBuyer } from './release-buyer.tsx'

/** Next step of the seller. */
export function SellersStep({ order }: { order: OrderWithTimeline }) {
  return (
    <>
      <Next order={order} />
      {mayAgreeToCash(order) === 'yes' && (
        <ActionButton
          act={() => call(agreeToCash, { params: { id: order.id } })}
          label="Accept cash"
          pending="Accepting…"
          look="button"
        />
      )}
      {mayEnterCode(order) === 'yes' && !order.isBuyerClosed && <EnterCode order={order} />}
      {mayRelist(order) === 'yes' && (
        <ActionButton
          act={() => call(relistBook, { params: { id: order.id } })}
          label="Put it back on sale"
          pending="Saving…"
        />
      )}
      {mayRelease(order) === 'yes' && <ReleaseBuyer order={order} />}
      {mayRefundAsSeller(order) === 'yes' && !areRefundsBarred(order) && (
        <RefundOrder key={order.refundable} order={order} />
      )}
    </>
  )
}

function Next({ order }: { order: OrderWithTimeline }) {
  if (order.hasProblem) return <StoppedWords order={order} />
  if (order.isPaymentProcessing) return <ProcessingWords order={order} />
  return waitsForBank(order) ? <DisputedWords order={order} /> : <Words order={order} />
}

function Words({ order }: { order: OrderWithTimeline }) {
  const isCashLeft = useIsCashLeft(order)
  const { state, dueAt, book, name, paysInCash, isCopyBack } = order
  const until = dueAt && <Deadline at={dueAt} />
  const price = formatMoney(book.resalePrice)
  switch (state) {
    case 'claimed':
      return paysInCash ? (
        <p>
          <bdi>{name}</bdi> would like to pay {price} in cash when you meet. Accept or decline by {until}. Once you
          accept, they see how to reach you.
        </p>
      ) : (
        <p>
          Reserved for <bdi>{name}</bdi> until {until}.{' '}
          {isCashLeft ? (
            <>
              Cards aren’t taken here any more, so <bdi>{name}</bdi> has to ask to pay in cash; we’ll email you then,
              and you accept or decline. Without that the book goes back on sale by itself.
            </>
          ) : (
            'Please don’t hand it over until it’s paid. If it isn’t paid in time, it goes back on sale by itself.'
          )}
        </p>
      )
    case 'agreed':
      return (
        <p>
          You’ll get {price} in cash. Meet <bdi>{name}</bdi> by {until}.
        </p>
      )
    case 'paid':
      return (
        <p>
          <bdi>{name}</bdi> paid {price}.{' '}
          {order.isBuyerClosed || order.isBuyerSuspended
            ? 'They can’t open the order any more, so there’s no code to ask for.'
            : 'When you hand the book over, ask for the code on the buyer’s order.'}{' '}
          We’ll mark it as handed over on {until} unless you tell us otherwise.
        </p>
      )
    case 'handed_over':
      return <p>The order closes on {until} unless one of you reports a problem.</p>
    case 'done':
      return <p>Nothing is left to do. Thank you for selling here.</p>
    case 'refunded':
      return (
        <p>
          {paysInCash ? 'Give the buyer a full refund in cash.' : 'The buyer gets a full refund by card.'}
          {isCopyBack && ' Put the book back on sale, or delete it under My Products.'}
        </p>
      )
    default:
      return <CopyIsBack order={order} />
  }
}

/** State of the copy after the order: its seller may have hidden, shown or deleted it since. */
function CopyIsBack({ order: { isBookGone, isCopyHidden } }: { order: Order }) {
  if (isBookGone) return <p>The book isn’t in the shop any more.</p>
  if (!isCopyHidden) return <p>The book isn’t reserved for them any more. You don’t need to do anything.</p>
  return (
    <p>
      The book isn’t reserved any more, and isn’t on sale: your listing is hidden at the moment. Resume or delete it
      under{' '}
      <Link to={`${href('/dashboard/my-products')}?state=paused`} className="link">
        My Products
      </Link>
      .
    </p>
  )
}
