import type { Payouts } from '#server/ports/payouts.ts'

/** Payouts that an admin has transferred at the club's bank and noted by reference: there is no money to move. */
export const payoutsByHand = (): Payouts => ({
  transfer: async ({ noted }) => ({ reference: noted }),
})
