import type { Stripe } from 'stripe'
import { fault, ok, skipped, warning, type Finding } from '#server/ports/finding.ts'
import { asking, CardProviderError, openClient } from './stripe-client.ts'

interface Given {
  secretKey: string
  currency: string
  /** Where events have to come. */
  eventsAddress: string
  methods: 'card' | 'account'
  payouts: 'hand' | 'stripe'
  api?: (() => URL) | undefined
}

/** Events without which the shop learns of something late. */
const NEEDED = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
]

/** Asks Stripe for the account of the key, and whether its events are sent to the shop. Changes nothing there. */
export async function examineStripe(given: Given): Promise<Finding[]> {
  const stripe = openClient(given.secretKey, given.api?.())
  try {
    const balance = await asking(stripe.balance.retrieve())
    const parts = await Promise.all([accountOf(stripe, given), webhookOf(stripe, given)])
    return [ok(`Stripe takes the key, which is of the ${balance.livemode ? 'live' : 'test'} mode.`), ...parts.flat()]
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    return [refusal(error)]
  }
}

function refusal({ message, status }: CardProviderError): Finding {
  if (status === 401)
    return fault(`Stripe says: ${message}`, 'Set STRIPE_SECRET_KEY to a key of Developers → API keys.')
  if (status === 403) return warning(`Stripe says: ${message}`, 'Give the restricted key the right that is named.')
  if (status === undefined)
    return fault(
      `Stripe can’t be reached: ${message}`,
      'Let this server reach api.stripe.com: look at its network and firewall.',
    )
  return fault(`Stripe says: ${message}`, 'https://status.stripe.com tells whether it has trouble of its own.')
}

/** A right that a restricted key lacks keeps the rest from nothing. */
const withRights = async (what: string, ask: () => Promise<Finding[]>): Promise<Finding[]> =>
  ask().catch((error: unknown) => {
    if (error instanceof CardProviderError && (error.status === 403 || error.status === 401))
      return [
        skipped(
          `The key may not read ${what}: ${error.message}`,
          'Give the restricted key the right to read it, for this check alone.',
        ),
      ]
    throw error
  })

const accountOf = (stripe: Stripe, { currency }: Given) =>
  withRights('the account', async () => {
    const account = await asking(stripe.accounts.retrieveCurrent())
    const name = account.settings?.dashboard.display_name ?? account.id
    const settles = account.default_currency?.toUpperCase()
    return [
      account.charges_enabled
        ? ok(`The account ${name} can be paid.`)
        : fault(`The account ${name} can’t be paid yet.`, 'Finish what Stripe’s dashboard asks for on its home page.'),
      ...(settles && settles !== currency
        ? [
            warning(
              `Prices are in ${currency}, and the account settles in ${settles}: Stripe converts, and keeps a part.`,
              `Add a bank account in ${currency} at Stripe, or know that it costs.`,
            ),
          ]
        : []),
    ]
  })

const webhookOf = (stripe: Stripe, given: Given) =>
  withRights('webhooks', async () => {
    const { data } = await asking(stripe.webhookEndpoints.list({ limit: 100 }))
    const ours = data.filter(({ url }) => url === given.eventsAddress)
    if (ours.length === 0)
      return [
        warning(
          `No webhook of the account leads to ${given.eventsAddress}${others(data)}`,
          'Developers → Webhooks → Add destination. Until then the shop asks Stripe itself, and learns of refunds and chargebacks late.',
        ),
      ]
    const active = ours.filter(({ status }) => status === 'enabled')
    if (active.length === 0)
      return [
        fault(
          `The webhook to ${given.eventsAddress} is disabled.`,
          'Enable it under Developers → Webhooks; Stripe does that after days without an answer.',
        ),
      ]
    return [eventsOf(active, given)]
  })

function others(data: readonly Stripe.WebhookEndpoint[]): string {
  const hosts = [...new Set(data.map(({ url }) => URL.parse(url)?.host ?? url))]
  return hosts.length === 0 ? '; it has none.' : `; those that it has lead to ${hosts.join(', ')}.`
}

function eventsOf(active: readonly Stripe.WebhookEndpoint[], { eventsAddress, methods, payouts }: Given): Finding {
  const sent = new Set(active.flatMap(({ enabled_events: events }) => events))
  const needed = [
    ...NEEDED,
    ...(methods === 'account' ? ['payment_intent.processing'] : []),
    ...(payouts === 'stripe' ? ['transfer.reversed'] : []),
  ]
  const missing = sent.has('*') ? [] : needed.filter((name) => !sent.has(name))
  return missing.length === 0
    ? ok(`Its webhook sends all that is needed to ${eventsAddress}.`)
    : warning(
        `The webhook to ${eventsAddress} doesn’t send ${missing.join(', ')}.`,
        'Add these events to it under Developers → Webhooks.',
      )
}
