import { payoutsByHand } from '#server/providers/payouts-by-hand/payouts-by-hand.ts'
import { payoutsSuite } from './payouts.ts'

payoutsSuite('by hand', async () => ({ payouts: payoutsByHand(), close: async () => {} }))
