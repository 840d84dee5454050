import type { Payouts } from '#server/ports/payouts.ts'

/** Payouts that admins transfer at the club's bank and note by reference. */
export const payoutsByHand = (): Payouts => ({ name: '', recipients: null, transfers: null })
