import { useState } from 'react'
import { priceText } from '#contract/money/currency-digits.ts'
import { readPriceText } from '#contract/money/currencies.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { backHow } from '#contract/orders/paid-how.ts'
import { refundForm, refundOrder, refundReasons } from '#contract/orders/refunds.ts'
import { formatMoney } from '#contract/wording.ts'
import { call } from '#client/api/call.ts'
import { newKey } from '#client/api/new-key.ts'
import { Field } from '#client/forms/field.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { ReasonForm } from './reason-form.tsx'

const refunding = formOf(refundForm)

/** Refund form, full or partial, for the seller and the club. */
export function RefundOrder({ order }: { order: OrderWithTimeline }) {
  const [key] = useState(newKey)
  const { currency } = order.book.resalePrice
  const isSeller = order.side === 'seller'
  const money = (minor: number) => formatMoney({ minor, currency })
  const all = priceText({ minor: order.refundable, currency })
  const form = useForm(refunding, (body) => call(refundOrder, { params: { id: order.id }, body: { ...body, key } }), {
    initial: { amount: all },
    isLive: true,
  })
  const amount = readPriceText((form.texts.amount ?? all).trim(), currency)
  const rest = amount ? order.refundable - amount : null
  const told =
    order.isSellerClosed || order.isBuyerClosed ? '' : ` We’ll email ${isSeller ? 'both of you' : 'both'} the reason.`
  const inCash = isSeller ? 'You give it back in cash.' : 'The seller gives it back in cash.'
  const how = `${order.paysInCash ? inCash : `The buyer gets it back ${backHow(order.paymentMethod)}.`}${told}`
  return (
    <ReasonForm
      form={form}
      field={form.field('reason')}
      reasons={refundReasons}
      verb={amount && amount <= order.refundable ? `Refund ${money(amount)}` : 'Refund'}
      pending="Refunding…"
      first={
        <div className="max-w-80">
          <Field
            label="Amount"
            {...form.field('amount')}
            hint={`Up to ${money(order.refundable)}.`}
            autoComplete="off"
          />
          <p role="status" className="mt-1 text-sm text-ink-2">
            {rest !== null &&
              rest > 0 &&
              `${isSeller ? 'You keep' : 'The seller keeps'} ${money(rest)}, and the order goes on.`}
            {rest === 0 && 'This is a full refund and closes the order.'}
          </p>
        </div>
      }
    >
      {how} This can’t be undone.
    </ReasonForm>
  )
}
