import * as z from 'zod/mini'
import { defineCall, idParams } from '#contract/call.ts'
import { pageQuery } from '#contract/paging.ts'

/** An order of an account that an admin thinks of closing, paid and not over: whom it concerns, too. */
export interface PaidOrder {
  id: string
  title: string
  /** Which side of the order the account is. */
  side: 'buyer' | 'seller'
  /** The other side's name; null where that account is closed already. */
  otherName: string | null
  /** Whether the two have met. */
  state: 'paid' | 'handed_over'
  since: Date
}

const paidOrder = z.codec(
  z.object({
    _id: z.uuid(),
    book_name: z.string(),
    side: z.enum(['buyer', 'seller']),
    otherName: z.nullable(z.string()),
    state: z.enum(['paid', 'handed_over']),
    stateTime: z.string(),
  }),
  z.custom<PaidOrder>(),
  {
    decode: ({ _id, book_name, stateTime, ...rest }) => ({
      id: _id,
      title: book_name,
      since: new Date(stateTime),
      ...rest,
    }),
    encode: ({ id, title, side, otherName, state, since }) => ({
      _id: id,
      book_name: title,
      side,
      otherName,
      state,
      stateTime: since.toISOString(),
    }),
  },
)

export const listPaidOrders = defineCall({
  method: 'GET',
  path: '/accounts/:id/paid-orders',
  access: ['admin'],
  summary:
    'The orders of an account that are paid and not over, bought and sold, newest first: whom its closing concerns',
  params: idParams,
  query: z.object(pageQuery(['newest'])),
  answer: z.array(paidOrder),
  refusals: ['not_found'],
  paged: true,
})
