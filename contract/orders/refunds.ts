import * as z from 'zod/mini'
import { acknowledged, defineCall, idParams } from '#contract/call.ts'

/** Why money goes back: a choice and no text, because events of an order stay and contacts must not. */
export const refundReasons = {
  not_met: 'We didn’t meet',
  not_as_described: 'The book isn’t as described',
  not_available: 'The book isn’t available any more',
  goodwill: 'Another reason',
} as const satisfies Record<string, string>
export type RefundReason = keyof typeof refundReasons
export const refundReason = z.enum(Object.keys(refundReasons) as [RefundReason], 'Choose a reason')

export const refundOrder = defineCall({
  method: 'POST',
  path: '/orders/:id/refund',
  access: 'member',
  summary: 'The seller or an admin gives the whole amount back; done again, nothing changes',
  params: idParams,
  body: z.object({ reason: refundReason }),
  answer: acknowledged,
  refusals: ['not_found', 'order_not_open'],
})

export const relistBook = defineCall({
  method: 'POST',
  path: '/my-buyers/:id/relist',
  access: 'member',
  summary: 'The seller puts a copy up for sale again whose order was refunded before the hand-over',
  params: idParams,
  answer: acknowledged,
  refusals: ['not_found', 'order_not_open'],
})
