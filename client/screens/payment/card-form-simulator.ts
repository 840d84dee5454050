import * as z from 'zod/mini'
import type { Site } from '#contract/site.ts'
import { typedAs } from '#contract/text.ts'
import { ConnectionError } from '#client/api/problem-error.ts'
import { intentOnTheWire, readIntent, type Billing, type CardOutcome, type CardProvider } from './card-outcome.ts'

const digits = z.string().check(typedAs({ inputMode: 'numeric' }))
/** Card as typed; the provider validates it. */
export const typedCard = z.object({ number: digits, expiry: digits, cvc: digits })
export type TypedCard = z.output<typeof typedCard>

const refusalOnTheWire = z.object({
  error: z.object({
    message: z.string(),
    param: z.optional(z.string()),
    payment_intent: z.optional(intentOnTheWire),
  }),
})

/** Browser client of the shop's card simulator, by its publishable key. */
export function simulatorCards({ apiBase, publishableKey }: Site['cards']): CardProvider<TypedCard> {
  const ask = async (clientSecret: string, path: string, init: RequestInit): Promise<CardOutcome> => {
    const intentId = clientSecret.split('_secret')[0] ?? ''
    const address = `${apiBase}/v1/payment_intents/${encodeURIComponent(intentId)}${path}`
    const headers = { authorization: `Bearer ${publishableKey}` }
    try {
      const response = await fetch(address, { ...init, headers })
      // A server error leaves the outcome unknown, as no answer does.
      if (response.status >= 500) throw new Error(`The card simulator answered ${response.status}`)
      return readAnswer(await response.json())
    } catch (error) {
      throw new ConnectionError(error)
    }
  }
  return {
    confirm: (clientSecret, card, billing) =>
      ask(clientSecret, '/confirm', { method: 'POST', body: confirmation(clientSecret, card, billing) }),
    look: (clientSecret) =>
      ask(clientSecret, `?${new URLSearchParams({ client_secret: clientSecret }).toString()}`, {}),
  }
}

/** Stripe's form body of a confirmation, with the 3-D Secure page in a frame. */
export function confirmation(clientSecret: string, card: TypedCard, billing: Billing): URLSearchParams {
  const { month, year } = readExpiry(card.expiry)
  return new URLSearchParams({
    client_secret: clientSecret,
    use_stripe_sdk: 'true',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number,
    'payment_method_data[card][exp_month]': month,
    'payment_method_data[card][exp_year]': year,
    'payment_method_data[card][cvc]': card.cvc,
    'payment_method_data[billing_details][name]': billing.name,
    'payment_method_data[billing_details][email]': billing.email,
  })
}

/** Parses an expiry: '12 / 29', '12/2029' or '1229'; a phone's number pad has no slash. */
function readExpiry(typed: string): { month: string; year: string } {
  const [month = '', year] = typed.trim().split(/\D+/, 2)
  return year === undefined ? { month: month.slice(0, 2), year: month.slice(2) } : { month, year }
}

function readAnswer(body: unknown): CardOutcome {
  const intent = intentOnTheWire.safeParse(body)
  if (intent.success) return readIntent(intent.data)
  const { error } = refusalOnTheWire.parse(body)
  // A duplicate confirmation is refused because the first succeeded: read the payment itself.
  const confirmed = error.payment_intent && readIntent(error.payment_intent)
  if (confirmed && confirmed.kind !== 'open') return confirmed
  return { kind: 'refused', message: error.message, field: error.param ?? null }
}
