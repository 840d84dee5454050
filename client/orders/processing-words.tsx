import type { Order } from '#contract/orders/orders.ts'

/** What goes on while the buyer's bank sends a payment, for its reader. */
export function ProcessingWords({ order: { side, name, isCopyHidden } }: { order: Order }) {
  if (side === 'buyer')
    return (
      <p>
        Your bank is sending the payment. This can take some days; the book stays reserved for you, and we’ll email you
        when the money is there. Please don’t pay again.
      </p>
    )
  return (
    <p>
      The bank of <bdi>{name}</bdi> is sending the payment. This can take some days; the book stays reserved.{' '}
      {side === 'seller' &&
        `Please don’t hand it over before it’s paid: we’ll email you.${isCopyHidden ? '' : ' If the bank doesn’t send the money in time, the book goes back on sale by itself.'}`}
    </p>
  )
}
