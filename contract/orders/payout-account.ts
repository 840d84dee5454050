import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'

/** A seller's account at the provider that pays them out. */
const payoutAccount = z.object({
  /**
   * `none`: not begun. `needs_more`: the seller has to enter something. `checked`: the provider looks at it. `ready`:
   * what is owed is transferred. `refused`: this seller can't be paid there.
   */
  status: z.enum(['none', 'needs_more', 'checked', 'ready', 'refused']),
  /** The provider's own words; null where it gives none. */
  reason: z.nullable(z.string()),
  /** Why the seller's bank sent the latest payout back; null where it didn't. */
  bankRefusal: z.nullable(z.string()),
  /** Why a transfer waits though the account is ready; null where none does. */
  waits: z.nullable(z.enum(['returned', 'refused', 'balance'])),
})
export type PayoutAccount = z.output<typeof payoutAccount>

export const getMyPayoutAccount = defineCall({
  method: 'GET',
  path: '/my-payout-account',
  topics: ['payouts'],
  access: ['seller'],
  summary: 'How far the seller’s account at the payout provider is, as it was asked last',
  answer: payoutAccount,
})

export const refreshMyPayoutAccount = defineCall({
  method: 'POST',
  path: '/my-payout-account/refresh',
  topics: ['payouts'],
  access: ['seller'],
  summary: 'Asks the payout provider how far the seller’s account is',
  answer: payoutAccount,
})

export const openMyPayoutAccount = defineCall({
  method: 'POST',
  path: '/my-payout-account',
  topics: ['payouts'],
  access: ['seller'],
  summary:
    'Opens the seller’s account at the payout provider, once, and gives the address of the provider’s page where they enter their bank',
  answer: z.object({ url: z.url() }),
  refusals: ['not_offered'],
})
