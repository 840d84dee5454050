import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'
import { typedAs } from '#contract/text.ts'

/** Why money goes back: a choice and no text, because events of an order stay and contacts must not. */
export const refundReasons = {
  not_met: 'We didn’t meet',
  not_as_described: 'The book isn’t as described',
  not_available: 'The book isn’t available any more',
  goodwill: 'Another reason',
} as const satisfies Record<string, string>
export type RefundReason = keyof typeof refundReasons
export const refundReason = z.enum(Object.keys(refundReasons) as [RefundReason], 'Choose a reason')

/** Money of an order that goes back to its buyer: a part, or all of it. */
export const refund = z.object({
  /** In minor units of the order's currency. */
  amount: z.int(),
  who: z.enum(['seller', 'club', 'card provider']),
  reason: z.nullable(refundReason),
  at: time,
  /** On its way to the buyer; until then it is wanted, and the provider is asked again. */
  isDone: z.boolean(),
  /** It came back from the card's bank: the club has the money, and has yet to give it back another way. */
  isFailed: z.boolean(),
  /** It failed, and the club gave it back another way. */
  isByHand: z.boolean(),
})
export type Refund = z.output<typeof refund>

/** What the buyer has of them or gets; in minor units. */
export const givenBackOf = (refunds: readonly Refund[]): number =>
  refunds.reduce((sum, { amount, isFailed }) => sum + (isFailed ? 0 : amount), 0)

/** What failed of them, and the club has yet to give back another way; in minor units. */
export const failedOf = (refunds: readonly Refund[]): number =>
  refunds.reduce((sum, { amount, isFailed }) => sum + (isFailed ? amount : 0), 0)

/** What is no amount in any currency; a currency's own digits are counted where the order is known. */
export const NO_AMOUNT = 'Write only the amount, in digits'

/** A part of what was paid, in the order's own currency. */
export const refundAmount = z
  .string({ error: 'Write the amount as text' })
  .check(z.trim(), z.regex(/^\d{1,12}([.,]\d{1,3})?$/, NO_AMOUNT), typedAs({ inputMode: 'decimal' }))

const KEY_WORDS = 'A key has 8 to 64 letters and digits'
/** What the browser makes up, so that the same press, sent twice, is one refund. */
const requestKey = z.string({ error: KEY_WORDS }).check(z.regex(/^[\w-]{8,64}$/, KEY_WORDS))

export const refundForm = z.object({ amount: refundAmount, reason: refundReason })

export const refundOrder = defineCall({
  method: 'POST',
  path: '/orders/:id/refund',
  topics: ['orders'],
  access: 'member',
  summary:
    'The seller or an admin gives back an amount, or all that is left where none is named; done again with the same key, nothing changes',
  body: z.object({ reason: refundReason, amount: z.optional(refundAmount), key: z.optional(requestKey) }),
  example: { reason: 'not_met', amount: '5.00', key: 'one-press' },
  refusals: ['not_found', 'order_not_open'],
})

export const noteGivenByHand = defineCall({
  method: 'POST',
  path: '/orders/:id/given-by-hand',
  topics: ['orders', 'audit-log'],
  access: ['admin'],
  summary:
    'Notes that the club gave the buyer another way all that the card’s bank didn’t take by now, which is this amount; noted again, nothing changes',
  body: z.object({ amount: refundAmount }),
  example: { amount: '5.00' },
  refusals: ['not_found'],
})

export const relistBook = defineCall({
  method: 'POST',
  path: '/my-buyers/:id/relist',
  topics: ['orders', 'books', 'my-books'],
  access: 'member',
  summary: 'The seller puts a copy up for sale again whose order was refunded before the hand-over',
  refusals: ['not_found', 'order_not_open'],
})
