import type { Stripe } from 'stripe'
import {
  newId,
  seconds,
  type OnboardingOutcome,
  type RecipientAccount,
} from '#server/providers/card-simulator/objects.ts'

type Capability = Stripe.V2.Core.Account.Configuration.Recipient.Capabilities.StripeBalance.StripeTransfers
type Entry = Stripe.V2.Core.Account.Requirements.Entry

/** How long an account that is checked looks so. */
export const CHECKED_FOR_SECONDS = 10

export type GivenAccount = Pick<RecipientAccount, 'contact_email' | 'dashboard' | 'defaults' | 'metadata'>

/** A recipient's account that nothing is known of yet. */
export const newAccount = (given: GivenAccount, now: Date): RecipientAccount => ({
  id: newId('acct'),
  object: 'v2.core.account',
  applied_configurations: ['recipient'],
  closed: false,
  created: now.toISOString(),
  livemode: false,
  ...given,
  internal: { outcome: null, at: seconds(now) },
})

/** An account after its owner has answered. */
export const answered = (account: RecipientAccount, outcome: OnboardingOutcome, now: Date): RecipientAccount => ({
  ...account,
  internal: { outcome, at: seconds(now) },
})

/** What an account can do at a time, in Unix seconds. */
export function capabilityAt({ internal: { outcome, at: since } }: RecipientAccount, at: number): Capability {
  const lacking = (status: Capability['status'], code: Capability['status_details'][number]['code']): Capability => ({
    status,
    status_details: [{ code, resolution: status === 'unsupported' ? 'no_resolution' : 'provide_info' }],
  })
  if (outcome === 'refused') return lacking('unsupported', 'unsupported_country')
  if (outcome === null || outcome === 'incomplete') return lacking('restricted', 'requirements_past_due')
  if (outcome === 'checked' && at < since + CHECKED_FOR_SECONDS)
    return {
      status: 'pending',
      status_details: [{ code: 'requirements_pending_verification', resolution: 'no_resolution' }],
    }
  return { status: 'active', status_details: [] }
}

/** An account as Stripe would answer it at a time, with all that may be included. */
export function accountAt(account: RecipientAccount, at: number): Omit<RecipientAccount, 'internal'> {
  const { internal, ...rest } = account
  const stripe_transfers = capabilityAt(account, at)
  const missing = internal.outcome === null || internal.outcome === 'incomplete' ? [missingBank()] : []
  return {
    ...rest,
    configuration: { recipient: { applied: true, capabilities: { stripe_balance: { stripe_transfers } } } },
    requirements: { entries: missing },
  }
}

const missingBank = (): Entry => ({
  awaiting_action_from: 'user',
  description: 'external_account',
  errors: [],
  impact: { restricts_capabilities: [] },
  minimum_deadline: { status: 'past_due' },
  requested_reasons: [{ code: 'routine_onboarding' }],
})
