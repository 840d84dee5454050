import type { Stripe } from 'stripe'
import { providerUnits } from '#contract/money/currencies.ts'
import type { CardDisputes, DisputeStatus, ProviderDispute } from '#server/ports/card-payments.ts'
import { asking } from './stripe-client.ts'

/** Disputes by Stripe, newest first there. */
export function stripeDisputes(sdk: () => Stripe): CardDisputes {
  return {
    async listOf(intentId) {
      // A payment has one dispute, or a few in parts: a page holds them all.
      const disputes = await asking(sdk().disputes.list({ payment_intent: intentId, limit: 100 }))
      return disputes.data.toReversed().map(report)
    },

    async listDisputedIntents(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      const disputes = await asking(
        sdk()
          .disputes.list({ created, limit: 100, expand: ['data.charge'] })
          .autoPagingToArray({ limit: 10_000 }),
      )
      return [...new Set(disputes.flatMap((dispute) => intentOf(dispute) ?? []))]
    },
  }
}

/** Some disputes name only the charge. */
function intentOf({ payment_intent: intent, charge }: Stripe.Dispute): string | null {
  const named = intent ?? (typeof charge === 'object' ? charge.payment_intent : null)
  return typeof named === 'object' ? (named?.id ?? null) : named
}

function report(dispute: Stripe.Dispute): ProviderDispute {
  const { id, status, amount, currency, created, evidence_details: evidence } = dispute
  const units = providerUnits(currency.toUpperCase())
  const moved = dispute.balance_transactions
  const isSameCurrency = moved.every((each) => each.currency === currency)
  const cost = moved.reduce((sum, { fee }) => sum + fee, 0)
  return {
    providerDisputeId: id,
    status: statusOf(status),
    isInquiry: status.startsWith('warning_') || status === 'prevented',
    amount: Math.round(amount / units),
    currency,
    withdrawn: Math.round(withdrawnOf(dispute) / units),
    cost: isSameCurrency ? Math.round(cost / units) : null,
    respondBy: evidence.due_by ? new Date(evidence.due_by * 1000) : null,
    openedAt: new Date(created * 1000),
  }
}

/**
 * Taken less given back, in the provider's units of the dispute's currency. Where the account is settled in another
 * currency, the signs still say whether the bank has the disputed amount.
 */
function withdrawnOf({ amount, currency, balance_transactions: moved }: Stripe.Dispute): number {
  const isSameCurrency = moved.every((each) => each.currency === currency)
  const taken = moved.reduce((sum, each) => sum - (isSameCurrency ? each.amount : Math.sign(each.amount) * amount), 0)
  return Math.max(0, taken)
}

/** Unknown ones of a later version count as under review: the money waits until it is clear. */
function statusOf(status: Stripe.Dispute.Status): DisputeStatus {
  if (status === 'lost') return 'lost'
  if (status === 'won' || status === 'prevented' || status === 'warning_closed') return 'closed'
  return status.endsWith('needs_response') ? 'needs_response' : 'under_review'
}
