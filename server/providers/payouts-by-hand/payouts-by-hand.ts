import type { Payouts } from '#server/ports/payouts.ts'

/** An admin has transferred the money at the club's bank, and noted the reference: there is nothing left to move. */
export const payoutsByHand = (): Payouts => ({
  transfer: async ({ noted }) => ({ reference: noted }),
})
