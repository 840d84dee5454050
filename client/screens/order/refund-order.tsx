import * as z from 'zod/mini'
import type { Order } from '#contract/orders/orders.ts'
import { refundOrder, refundReason, refundReasons } from '#contract/orders/refunds.ts'
import { formatMoney } from '#contract/wording.ts'
import { call } from '#client/api/call.ts'
import { formOf } from '#client/forms/typed/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { useRefreshOrders } from '#client/orders/use-order-action.ts'
import { ReasonForm } from './reason-form.tsx'

const refundForm = formOf(z.object({ reason: refundReason }))

/** Gives the whole amount back, for the seller and for the club. */
export function RefundOrder({ order }: { order: Order }) {
  const refresh = useRefreshOrders()
  const form = useForm(refundForm, async (body) => {
    await call(refundOrder, { params: { id: order.id }, body })
    await refresh()
  })
  const price = formatMoney(order.book.resalePrice)
  return (
    <ReasonForm
      form={form}
      field={form.field('reason')}
      reasons={refundReasons}
      verb={`Refund ${price}`}
      pending="Refunding…"
    >
      {order.paysInCash
        ? `The seller gives the buyer ${price} back in cash. Both are told why.`
        : `The buyer gets ${price} back by card, and both are told why.`}{' '}
      This can’t be undone.
    </ReasonForm>
  )
}
