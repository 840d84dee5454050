import * as z from 'zod/mini'
import { defineCall, idParams } from '#contract/call.ts'
import { pageQuery } from '#contract/paging.ts'

/** A message between an order's two sides, as an admin reads it. */
export interface OrderMessage {
  id: string
  by: 'buyer' | 'seller'
  /** Null where it was removed with its writer's account. */
  text: string | null
  at: Date
}

const orderMessage = z.codec(
  z.object({ _id: z.uuid(), by: z.enum(['buyer', 'seller']), text: z.nullable(z.string()), time: z.string() }),
  z.custom<OrderMessage>(),
  {
    decode: ({ _id, time, ...rest }) => ({ ...rest, id: _id, at: new Date(time) }),
    encode: ({ id, at, by, text }) => ({ _id: id, by, text, time: at.toISOString() }),
  },
)

export const listOrderMessages = defineCall({
  method: 'GET',
  path: '/orders/:id/messages',
  access: ['admin'],
  summary:
    'What the two sides of an order wrote to each other about its book, newest first; only where the order has or had a problem, and the reading is noted in the audit log',
  params: idParams,
  query: z.object(pageQuery(['newest'])),
  answer: z.array(orderMessage),
  refusals: ['not_found'],
  paged: true,
})
