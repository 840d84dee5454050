import * as z from 'zod/mini'
import { time } from '#contract/codecs.ts'

/** Where a dispute stands. `closed`: over without a loss, because it was won or the bank withdrew it. */
export const disputeStatuses = ['needs_response', 'under_review', 'closed', 'lost'] as const

/** A chargeback: the bank of the buyer's card takes the payment back, or asks about it. */
export const dispute = z.object({
  status: z.enum(disputeStatuses),
  /** The bank only asks: no money has moved, and a refund settles it. */
  isInquiry: z.boolean(),
  /** In minor units of the order's currency. */
  amount: z.int(),
  at: time,
  endedAt: z.nullable(time),
  /** When the club has to have answered; null where no answer is possible, and for buyer and seller. */
  respondBy: z.nullable(time),
  /** What the card provider took for it, in minor units; null for buyer and seller. */
  cost: z.nullable(z.int()),
})
export type Dispute = z.output<typeof dispute>

/** The card provider refunds nothing of a payment that the bank has taken; while it only asks, a refund settles it. */
export const barsRefunds = (disputes: readonly Pick<Dispute, 'endedAt' | 'isInquiry'>[]): boolean =>
  disputes.some(({ endedAt, isInquiry }) => endedAt === null && !isInquiry)
