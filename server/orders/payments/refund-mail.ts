import * as z from 'zod/mini'
import { link } from '#contract/mail-blocks.ts'
import { bookWords, quoted } from '#contract/mail-words.ts'
import { orderPage } from '#contract/orders/order-places.ts'
import { backHow } from '#contract/orders/paid-how.ts'
import { refundReasons } from '#contract/orders/refunds.ts'
import { formatMoney } from '#contract/wording.ts'
import { numberOf } from '#server/orders/mails/order-words.ts'
import { exampleOrder } from '#server/orders/mails/example-order.ts'
import { readerOf } from '#server/orders/orders.rules.ts'
import { findOrder, type OrderRow } from '#server/orders/orders.sql.ts'
import type { Db } from '#server/database/schema.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import { exampleRefund } from './example-refund.ts'
import { getPayment, type PaymentRow } from './payments.sql.ts'
import { findRefund, listRefundsOfOrder, sumOf, type RefundRow } from './refunds.sql.ts'

type Side = 'buyer' | 'seller'

/** Refund to one side's inbox: the amount and the reason. */
export const refundMail = defineMail({
  name: 'order_refund',
  group: 'always',
  params: z.object({ refundId: z.string(), to: z.enum(['buyer', 'seller']) }),
  find: async ({ db }, { refundId, to }) => {
    const refund = await findRefund(db, refundId)
    const order = refund && (await findOrder(db, refund.orderId))
    const reader = order && readerOf(order, to)
    if (!reader) return null
    const payment = refund.paymentId === null ? null : await getPayment(db, refund.paymentId)
    return { to: reader, refund, order, payment, before: await givenBackBefore(db, refund) }
  },
  write: ({ refund, order, payment, ...rest }, { publicUrl }, { to }) => {
    const isForNothing = payment !== null && payment.refundReason !== null
    const before = isForNothing ? 0 : rest.before
    const isAll = before + refund.amount >= (payment ?? order).amount
    return {
      cover: order.bookId,
      subject: `Refunded${isAll ? '' : ' in part'}: ${quoted(order.snapshot.title)}`,
      blocks: [
        isForNothing ? forNothingWords(payment, order) : whatWords(refund, order, to),
        backWords(refund, to, payment),
        isAll && before > 0
          ? 'Together with what was refunded before, that’s the whole price, and the order is closed.'
          : '',
        to === 'seller' && order.isCopyBack ? 'You can put the book up for sale again on the order’s page.' : '',
        link('See the order', `${publicUrl}${orderPage(order.id, 'refunds')}`),
        numberOf(order),
      ],
    }
  },
  examples: [
    exampleOf('buyer', exampleRefund()),
    exampleOf('seller', exampleRefund()),
    exampleOf('buyer', exampleRefund({ amount: 500, reason: 'not_as_described', actor: 'admin' })),
  ],
})

function exampleOf(to: Side, refund: RefundRow) {
  const order = exampleOrder({ state: 'refunded', isCopyBack: true })
  const when = `Money goes back: ${refund.amount < order.amount ? 'a part' : 'the whole price'}`
  return { to: `The ${to}`, when, params: { to }, facts: { refund, order, payment: null, before: 0 } }
}

/** Sum of the order's earlier refunds. */
async function givenBackBefore(db: Db, refund: RefundRow): Promise<number> {
  const all = await listRefundsOfOrder(db, refund.orderId)
  const earlier = all.slice(
    0,
    all.findIndex(({ id }) => id === refund.id),
  )
  return sumOf(earlier.filter(({ paymentId }) => paymentId === refund.paymentId))
}

const whoOf = { seller: 'The seller', admin: 'The club', system: 'The club', provider: 'The card provider' } as const

function whatWords(
  { amount, actor, reason, ...refund }: RefundRow,
  { snapshot, ...order }: OrderRow,
  to: Side,
): string {
  const money = (minor: number) => formatMoney({ minor, currency: refund.currency })
  const much = amount < order.amount ? `${money(amount)} of ${money(order.amount)}` : money(amount)
  const why = reason ? ` Reason: ${refundReasons[reason]}.` : ''
  const who = actor === 'seller' && to === 'seller' ? 'You' : whoOf[actor]
  return `${who} refunded ${much} for ${bookWords(snapshot)}.${why}`
}

/** Words for a payment that came too late, or beside another. */
function forNothingWords({ amount, currency, refundReason }: PaymentRow, { snapshot }: OrderRow): string {
  const much = formatMoney({ minor: amount, currency })
  return `Your payment of ${much} for ${bookWords(snapshot)} doesn’t count, because ${refundReason}.`
}

function backWords({ paymentId, amount, currency }: RefundRow, to: Side, payment: PaymentRow | null): string {
  const much = formatMoney({ minor: amount, currency })
  if (!paymentId)
    return to === 'buyer' ? `The seller gives you ${much} back in cash.` : `Please give the buyer ${much} back in cash.`
  const how = backHow(payment?.method ?? null)
  return `${to === 'buyer' ? 'You get' : 'The buyer gets'} ${much} back ${how}. It can take a few days to arrive.`
}
