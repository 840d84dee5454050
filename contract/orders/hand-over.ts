import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { typedAs } from '#contract/text.ts'

/** Why a seller lets a buyer go: a choice and no text, because events of an order stay and contacts must not. */
export const releaseReasons = {
  no_answer: 'We couldn’t reach each other',
  no_meeting: 'We couldn’t agree on a time or place',
  not_available: 'The book isn’t available any more',
  card_only: 'I’d rather be paid by card',
} as const satisfies Record<string, string>
export type ReleaseReason = keyof typeof releaseReasons
export const releaseReason = z.enum(Object.keys(releaseReasons) as [ReleaseReason], 'Choose a reason')

const CODE_WORDS = 'The code has six digits. The buyer sees it on their order.'

/** What the buyer shows and the seller types, spaces in between or not. */
export const handOverCode = z.string({ error: CODE_WORDS }).check(
  z.overwrite((typed) => typed.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, CODE_WORDS),
  typedAs({ inputMode: 'numeric' }),
)

export const chooseCash = defineCall({
  method: 'POST',
  path: '/my-orders/:id/cash',
  topics: ['orders'],
  access: 'member',
  summary: 'The buyer of an unpaid order asks to pay in cash at the meeting; asked again, nothing changes',
  refusals: ['not_found', 'order_not_open', 'cash_off'],
})

export const confirmReceipt = defineCall({
  method: 'POST',
  path: '/my-orders/:id/received',
  topics: ['orders'],
  access: 'member',
  summary: 'The buyer says that the book was handed over; said again, nothing changes',
  refusals: ['not_found', 'order_not_open'],
})

export const agreeToCash = defineCall({
  method: 'POST',
  path: '/my-buyers/:id/agree',
  topics: ['orders'],
  access: 'member',
  summary: 'The seller agrees to cash, which opens the contacts of both; agreed again, nothing changes',
  refusals: ['not_found', 'order_not_open'],
})

export const releaseOrder = defineCall({
  method: 'POST',
  path: '/my-buyers/:id/release',
  topics: ['orders', 'books'],
  access: 'member',
  summary: 'The seller ends an unpaid order, with a reason that the buyer gets; the copy is for sale again',
  body: z.object({ reason: releaseReason }),
  example: { reason: 'no_answer' },
  refusals: ['not_found', 'order_not_open'],
})

export const handOver = defineCall({
  method: 'POST',
  path: '/my-buyers/:id/hand-over',
  topics: ['orders'],
  access: 'member',
  summary: 'The seller proves the hand-over by the buyer’s code; proved again, nothing changes',
  body: z.object({ code: handOverCode }),
  example: { code: '123456' },
  refusals: ['not_found', 'order_not_open', 'too_many_codes'],
})
