import * as z from 'zod/mini'
import type { Site } from '#contract/site.ts'
import { typedAs } from '#contract/text.ts'
import { ConnectionError } from '#client/api/problem-error.ts'
import { intentOnTheWire, readIntent, type Billing, type CardOutcome, type CardProvider } from './card-outcome.ts'

const digits = z.string().check(typedAs({ inputMode: 'numeric' }))
/** Card as typed; the provider validates it. */
export const typedCard = z.object({ number: digits, expiry: digits, cvc: digits })
export type TypedCard = z.output<typeof typedCard>

/** A method that is no card, by the provider's name, with the account's number where it is a debit. */
export interface OtherMethod {
  type: string
  account: string
}

export interface Simulator extends CardProvider<TypedCard | OtherMethod> {
  /** The provider's names of the methods that the payment is open to. */
  methodsOf: (clientSecret: string) => Promise<string[]>
}

const refusalOnTheWire = z.object({
  error: z.object({
    message: z.string(),
    param: z.optional(z.string()),
    payment_intent: z.optional(intentOnTheWire),
  }),
})

/** Browser client of the shop's card simulator, by its publishable key. */
export function simulatorCards({ apiBase, publishableKey }: Site['cards']): Simulator {
  const ask = async (clientSecret: string, path: string, init: RequestInit): Promise<unknown> => {
    const intentId = clientSecret.split('_secret')[0] ?? ''
    const address = `${apiBase}/v1/payment_intents/${encodeURIComponent(intentId)}${path}`
    const headers = { authorization: `Bearer ${publishableKey}` }
    try {
      const response = await fetch(address, { ...init, headers })
      // A server error leaves the outcome unknown, as no answer does.
      if (response.status >= 500) throw new Error(`The card simulator answered ${response.status}`)
      return await response.json()
    } catch (error) {
      throw new ConnectionError(error)
    }
  }
  const read = (clientSecret: string) =>
    ask(clientSecret, `?${new URLSearchParams({ client_secret: clientSecret }).toString()}`, {})
  return {
    confirm: async (clientSecret, method, billing) =>
      readAnswer(
        await ask(clientSecret, '/confirm', { method: 'POST', body: confirmation(clientSecret, method, billing) }),
      ),
    look: async (clientSecret) => readAnswer(await read(clientSecret)),
    methodsOf: async (clientSecret) =>
      z.object({ payment_method_types: z.array(z.string()) }).parse(await read(clientSecret)).payment_method_types,
  }
}

/** Stripe's form body of a confirmation, with the 3-D Secure page in a frame. */
export function confirmation(clientSecret: string, method: TypedCard | OtherMethod, billing: Billing): URLSearchParams {
  return new URLSearchParams({
    client_secret: clientSecret,
    use_stripe_sdk: 'true',
    ...('number' in method ? cardFields(method) : { ...otherFields(method), return_url: billing.returnUrl }),
    'payment_method_data[billing_details][name]': billing.name,
    'payment_method_data[billing_details][email]': billing.email,
  })
}

function cardFields({ number, expiry, cvc }: TypedCard): Record<string, string> {
  const { month, year } = readExpiry(expiry)
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': month,
    'payment_method_data[card][exp_year]': year,
    'payment_method_data[card][cvc]': cvc,
  }
}

const otherFields = ({ type, account }: OtherMethod): Record<string, string> => ({
  'payment_method_data[type]': type,
  ...(type === 'sepa_debit' && { 'payment_method_data[sepa_debit][iban]': account }),
  ...(type === 'us_bank_account' && { 'payment_method_data[us_bank_account][account_number]': account }),
})

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
