import type { Stripe } from 'stripe'
import type { RecipientReport, Recipients } from '#server/ports/payouts.ts'
import { asking, askingTogether, CardProviderError, unless } from './stripe-client.ts'

type Capability = Stripe.V2.Core.Account.Configuration.Recipient.Capabilities.StripeBalance.StripeTransfers
type Code = Capability['status_details'][number]['code']

/** Sellers' accounts by Stripe Connect: recipients of transfers, whose losses the club bears (accounts v2). */
export const stripeRecipients = (sdk: () => Stripe): Recipients => ({
  async open({ sellerId, email, currency }) {
    const create = (country?: string) =>
      askingTogether(() =>
        sdk().v2.core.accounts.create(
          {
            contact_email: email,
            dashboard: 'express',
            defaults: {
              currency: currency.toLowerCase(),
              responsibilities: { fees_collector: 'application', losses_collector: 'application' },
            },
            configuration: {
              recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
            },
            ...(country && { identity: { country } }),
            metadata: { sellerId },
          },
          { idempotencyKey: `recipient-${sellerId}${country ? `-${country}` : ''}` },
        ),
      )
    const account = await create().catch(async (error: unknown) => {
      if (!(error instanceof CardProviderError) || error.code !== 'identity_country_required') throw error
      // Where Stripe wants the country first, the club's own is the likeliest.
      return create((await asking(sdk().accounts.retrieveCurrent())).country?.toLowerCase())
    })
    return { recipientId: account.id }
  },

  async onboardingUrl(recipientId, { returnUrl, refreshUrl }) {
    const link = await asking(
      sdk().v2.core.accountLinks.create({
        account: recipientId,
        use_case: {
          type: 'account_onboarding',
          account_onboarding: { refresh_url: refreshUrl, return_url: returnUrl },
        },
      }),
    )
    return link.url
  },

  async find(recipientId) {
    if (!/^acct_\w{1,250}$/.test(recipientId)) return null
    const account = await asking(
      sdk().v2.core.accounts.retrieve(recipientId, { include: ['configuration.recipient', 'requirements'] }),
    ).catch(whenGone)
    return account && { ...report(account), bankRefusal: await findBankRefusal(sdk(), recipientId) }
  },
})

/** Unknown ids, and accounts that belong to another club or mode. */
function whenGone(error: unknown): null {
  if (error instanceof CardProviderError && error.status === 404) return null
  throw error
}

/** The newest transfer to the seller's bank, if it failed. */
async function findBankRefusal(sdk: Stripe, stripeAccount: string): Promise<RecipientReport['bankRefusal']> {
  const payouts = await asking(sdk.payouts.list({ limit: 1 }, { stripeAccount })).catch(unless('account_invalid', null))
  const latest = payouts?.data[0]
  if (latest?.status !== 'failed') return null
  return { id: latest.id, reason: latest.failure_message ?? 'The bank gave no reason.' }
}

function report(account: Stripe.V2.Core.Account): Omit<RecipientReport, 'bankRefusal'> {
  if (account.closed) return { status: 'refused', reason: 'This account is closed.' }
  const capability = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
  if (capability?.status === 'active') return { status: 'ready', reason: null }
  const details = capability?.status_details ?? []
  const reason = details.map(({ code }) => wordsOf(code)).find((words) => words !== null) ?? null
  return { status: statusOf(account, capability), reason }
}

/** What is missing decides whose turn it is. */
function statusOf(
  { requirements }: Stripe.V2.Core.Account,
  capability: Capability | undefined,
): Exclude<RecipientReport['status'], 'ready'> {
  if (!capability) return 'needs_more'
  const { status, status_details: details } = capability
  if (status === 'rejected' || status === 'unsupported') return 'refused'
  const isAsked = requirements?.entries?.some((entry) => entry.awaiting_action_from === 'user') ?? false
  if (isAsked || details.some(({ resolution }) => resolution === 'provide_info')) return 'needs_more'
  return details.some(({ code }) => code === 'restricted_other') ? 'refused' : 'checked'
}

/** Stripe's codes as sentences; null where the state says it already. */
function wordsOf(code: Code): string | null {
  switch (code) {
    case 'determining_status':
    case 'requirements_past_due':
    case 'requirements_pending_verification':
      return null
    case 'unsupported_country':
      return 'Accounts in this country can’t receive transfers from this club.'
    case 'unsupported_business':
      return 'This kind of business isn’t supported.'
    case 'unsupported_entity_type':
      return 'This kind of organisation isn’t supported.'
    case 'rejected_incomplete_verification':
      return 'The identity could not be verified.'
    default:
      return `The account is restricted (${code.replaceAll('_', ' ')}).`
  }
}
