import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'
import { pageQuery } from '#contract/paging.ts'

/** A message between an order's two sides, as an admin reads it. */
const orderMessage = z.object({
  id: z.uuid(),
  by: z.enum(['buyer', 'seller']),
  /** Null where it was removed with its writer's account. */
  text: z.nullable(z.string()),
  at: time,
})
export type OrderMessage = z.output<typeof orderMessage>

export const listOrderMessages = defineCall({
  method: 'GET',
  path: '/orders/:id/messages',
  access: ['admin'],
  summary:
    'What the two sides of an order wrote to each other about its book, newest first; only where the order has or had a problem, and the reading is noted in the audit log',
  query: z.object(pageQuery(['newest'])),
  answer: z.array(orderMessage),
  refusals: ['not_found'],
  paged: true,
})
