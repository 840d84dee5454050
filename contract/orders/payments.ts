import * as z from 'zod/mini'
import { defineCall, id, inserted, modified } from '#contract/call.ts'
import { exampleIds } from '#contract/examples.ts'
import { namedPrice } from '#contract/money/money.ts'

export const createPaymentIntent = defineCall({
  method: 'POST',
  path: '/create-payment-intent',
  access: 'member',
  summary: 'Opens the payment of an order; asked again, the same one. The amount is the order’s own',
  body: z.object({ resalePrice: namedPrice, orderInfoId: id }),
  example: { resalePrice: '12.50', orderInfoId: exampleIds.order },
  answer: z.object({ clientSecret: z.string() }),
  refusals: ['not_found', 'price_mismatch', 'order_not_open', 'cards_off'],
})

export const recordPayment = defineCall({
  method: 'POST',
  path: '/payments',
  topics: ['orders'],
  access: 'member',
  summary: 'Asks the card provider for this payment and records it, once however often it is sent',
  // The spec's body also names price and email; they travel along and decide nothing.
  body: z.looseObject({
    transactionId: z
      .string({ error: 'transactionId is the payment intent’s id' })
      .check(z.minLength(1), z.maxLength(200)),
    orderInfoId: id,
  }),
  example: { transactionId: 'pi_example', orderInfoId: exampleIds.order },
  ignored: { resalePrice: 'The order’s own amount counts.', email: 'The account’s own.' },
  answer: inserted,
  refusals: ['not_found', 'not_paid', 'cards_off'],
})

export const makeOrderPaid = defineCall({
  method: 'PUT',
  path: '/makeorderpaid/:orderId',
  topics: ['orders'],
  access: 'member',
  summary: 'Asks the card provider whether this order is paid',
  params: z.object({ orderId: id }),
  body: z.object({ isPaid: z.literal(true, 'isPaid is true') }),
  example: { isPaid: true },
  answer: modified,
  refusals: ['not_found', 'not_paid', 'cards_off'],
})

/** The provider's webhook; verified over the raw body before anything is read from it. */
export const receivePaymentEvent = defineCall({
  method: 'POST',
  path: '/payment-events',
  access: 'anyone',
  summary: 'Signed events of the card provider',
  // It isn't a person's doing, and all of them have to come; many that the provider didn't sign are refused.
  limit: { counts: 'nothing' },
  refusals: ['invalid_input', 'cards_off', 'too_many_requests'],
})
