import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'
import { pageQuery } from '#contract/paging.ts'

/** An order of an account that an admin thinks of closing, paid and not over: whom it concerns, too. */
const paidOrder = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Which side of the order the account is. */
  side: z.enum(['buyer', 'seller']),
  /** The other side's name; null where that account is closed already. */
  otherName: z.nullable(z.string()),
  /** Whether the two have met. */
  state: z.enum(['paid', 'handed_over']),
  since: time,
})
export type PaidOrder = z.output<typeof paidOrder>

export const listPaidOrders = defineCall({
  method: 'GET',
  path: '/accounts/:id/paid-orders',
  topics: ['orders'],
  access: ['admin'],
  summary:
    'The orders of an account that are paid and not over, bought and sold, newest first: whom its closing concerns',
  query: z.object(pageQuery(['newest'])),
  answer: z.array(paidOrder),
  refusals: ['not_found'],
  paged: true,
})
