import { useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { chooseCash } from '#contract/orders/hand-over.ts'
import { mayChooseCash } from '#contract/orders/orders.policy.ts'
import type { Order } from '#contract/orders/orders.ts'
import { payHow } from '#contract/orders/paid-how.ts'
import { call } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { useSite } from '#client/ui/site.ts'

interface ChosenCashProps {
  order: Order
  /** Chosen while the screen was open. */
  justNow: boolean
  /** Whether the card form is shown below. */
  isByCard: boolean
  onPayByCard: () => void
}

/** Cash request of the buyer, and the next step. */
export function ChosenCash({ order, justNow, isByCard, onPayByCard }: ChosenCashProps) {
  const { cards } = useSite()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Focus management: the pressed button has unmounted.
    if (justNow) heading.current?.focus()
  }, [justNow])
  const { name } = order.book.seller
  return (
    <section aria-labelledby={id} className="sheet grid content-start gap-3 p-5 sm:p-6">
      <h2 id={id} ref={heading} tabIndex={-1} className="text-xl outline-none">
        {order.state === 'agreed' ? 'You pay in cash' : 'You asked to pay in cash'}
      </h2>
      <p>
        {order.state === 'agreed' ? (
          <>
            <bdi>{name}</bdi> has accepted.{' '}
          </>
        ) : (
          !order.isSellerSuspended && (
            <>
              We’ll email you when <bdi>{name}</bdi> has answered.
            </>
          )
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <Link to={href('/dashboard/orders/:orderId', order.id)} className="button-outline">
          Go to your order
        </Link>
        {cards.mode !== 'off' && (
          <button type="button" className="button-quiet" aria-expanded={isByCard} onClick={onPayByCard}>
            Pay {payHow(cards)} instead
          </button>
        )}
      </div>
    </section>
  )
}

/** Button to pay in cash instead, where the shop allows it. */
export function ChooseCash({ order }: { order: Order }) {
  const { cash, cards } = useSite()
  const id = useId()
  const { name } = order.book.seller
  if (!cash || order.isSellerSuspended || mayChooseCash(order) !== 'yes') return null
  return (
    <section aria-labelledby={id} className="sheet grid content-start gap-3 p-5 sm:p-6">
      <h2 id={id} className="text-xl">
        {cards.mode === 'off' ? 'Pay in cash when you meet' : 'Or pay in cash when you meet'}
      </h2>
      <p id={`${id}-what`}>
        {cards.mode === 'off' && 'Cards aren’t taken here any more. '}
        <bdi>{name}</bdi> can accept or decline. Asking doesn’t extend your reservation. If they decline, it ends.
      </p>
      <ActionButton
        act={() => call(chooseCash, { params: { id: order.id } })}
        label="Ask to pay in cash"
        pending="Asking…"
        describedBy={`${id}-what`}
      />
    </section>
  )
}
