import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'

/** What becomes of a test order, in turn. */
export const TEST_ORDER_STEPS = ['listed', 'reserved', 'paid', 'handed_over', 'done', 'settled'] as const
export type TestOrderStep = (typeof TEST_ORDER_STEPS)[number]

const triedOrder = z.object({
  way: z.enum(['card', 'cash']),
  /** The steps that went well, in turn. */
  done: z.array(z.enum(TEST_ORDER_STEPS)),
  /** Why the next one failed; null where all went well. */
  problem: z.nullable(z.string()),
  /** Whether nothing of it is left. */
  isUndone: z.boolean(),
})
export type TriedOrder = z.output<typeof triedOrder>

export const tryOrders = defineCall({
  method: 'POST',
  path: '/test-orders',
  access: ['admin'],
  summary:
    'Plays an order in each way that buyers may pay, by the shop’s own steps and with a made-up card, and undoes all of it: no provider is asked, no email sent, and nothing is left',
  answer: z.array(triedOrder),
  limit: { costs: 10 },
})
