import type { Stripe } from 'stripe'
import { ok, warning, type Finding } from '#server/ports/finding.ts'
import { asking, CardProviderError, openClient } from './stripe-client.ts'

interface Given {
  secretKey: string
  /** Addresses of events at which the shop was before. */
  from: readonly string[]
  to: string
  api?: (() => URL) | undefined
}

const BY_HAND = 'Developers → Webhooks: give the destination the new address; its signing secret stays.'

/** Where Stripe sends the shop's events, and what that needs when they are to go elsewhere. Changes nothing there. */
export const examineWebhookAddress = (given: Given): Promise<Finding> =>
  withWebhooks(given, async (_stripe, former) => {
    const leads = former.map(({ url }) => url).join(', ')
    return warning(
      `Stripe sends its events to ${leads}. They are taken there as well, as long as the old name leads to the shop.`,
      `Once the new address leads to the shop, --apply gives the webhook the address ${given.to}; its signing secret stays.`,
    )
  })

/** Gives the webhooks at former addresses the new one. Called twice, nothing happens the second time. */
export const moveWebhooks = (given: Given): Promise<Finding> =>
  withWebhooks(given, async (stripe, former) => {
    for (const { id } of former) await asking(stripe.webhookEndpoints.update(id, { url: given.to }))
    return ok(`Stripe sends its events to ${given.to} now; the signing secret is the same.`)
  })

async function withWebhooks(
  { secretKey, from, to, api }: Given,
  work: (stripe: Stripe, former: readonly Stripe.WebhookEndpoint[]) => Promise<Finding>,
): Promise<Finding> {
  const stripe = openClient(secretKey, api?.())
  try {
    const { data } = await asking(stripe.webhookEndpoints.list({ limit: 100 }))
    const former = data.filter(({ url }) => from.includes(url))
    if (former.length > 0) return await work(stripe, former)
    return data.some(({ url }) => url === to)
      ? ok(`Stripe sends its events to ${to}.`)
      : warning(`No webhook of Stripe’s leads to the shop.`, `Developers → Webhooks → Add destination: ${to}.`)
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    return warning(`Stripe says of its webhooks: ${error.message}`, `${BY_HAND} It is ${to}.`)
  }
}
