import type { Stripe } from 'stripe'
import type { PayoutProvider } from '#server/ports/payouts.ts'
import { stripeRecipients } from './recipients.ts'
import { openClient } from './stripe-client.ts'
import { stripeTransfers } from './transfers.ts'

interface Options {
  secretKey: string
  /** As for `stripePayments`. */
  api?: () => URL
  /** What people know it by. */
  name?: string
}

/** Payouts by Stripe Connect. Loads and connects with the first call. */
export function stripePayouts({ secretKey, api, name = 'Stripe' }: Options): PayoutProvider {
  let client: Stripe | undefined
  const sdk = () => (client ??= openClient(secretKey, api?.()))
  return { name, recipients: stripeRecipients(sdk), transfers: stripeTransfers(sdk) }
}
