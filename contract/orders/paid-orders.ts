import * as z from 'zod/mini'
import { defineCall, idParams } from '#contract/call.ts'
import { pageQuery } from '#contract/paging.ts'

/** A paid order of an account that an admin thinks of closing: whom it concerns, too. */
export interface PaidOrder {
  id: string
  title: string
  /** Which side of the order the account is. */
  side: 'buyer' | 'seller'
  /** The other side's name; null where that account is closed already. */
  otherName: string | null
  paidAt: Date
}

const paidOrder = z.codec(
  z.object({
    _id: z.uuid(),
    book_name: z.string(),
    side: z.enum(['buyer', 'seller']),
    otherName: z.nullable(z.string()),
    paidTime: z.string(),
  }),
  z.custom<PaidOrder>(),
  {
    decode: ({ _id, book_name, paidTime, ...rest }) => ({
      id: _id,
      title: book_name,
      paidAt: new Date(paidTime),
      ...rest,
    }),
    encode: ({ id, title, paidAt, side, otherName }) => ({
      _id: id,
      book_name: title,
      side,
      otherName,
      paidTime: paidAt.toISOString(),
    }),
  },
)

export const listPaidOrders = defineCall({
  method: 'GET',
  path: '/accounts/:id/paid-orders',
  access: ['admin'],
  summary: 'The paid orders of an account, bought and sold, newest first: whom its closing concerns',
  params: idParams,
  query: z.object(pageQuery(['newest'])),
  answer: z.array(paidOrder),
  refusals: ['not_found'],
  paged: true,
})
