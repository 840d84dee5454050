import { typesIn } from './methods/method-types.ts'
import type { PaymentIntent } from './objects.ts'
import { newId, seconds } from './objects.ts'
import { unexpectedState } from './refusals.ts'

/** What a new intent is given; the rest is as Stripe begins. */
export type GivenIntent = Pick<PaymentIntent, 'amount' | 'currency' | 'description' | 'metadata'> &
  Partial<PaymentIntent>

/** A new intent that waits for a card. */
export function openIntent(given: GivenIntent, now: Date): PaymentIntent {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: seconds(now),
    customer: null,
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: typesIn(given.currency),
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: given.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...given,
  }
}

/** Changes what a request says of an intent. Throws where its money can't change any more. */
export function updateIntent(
  intent: PaymentIntent,
  given: Partial<PaymentIntent>,
  metadata: Record<string, string>,
): PaymentIntent {
  const isOver = ['processing', 'succeeded', 'canceled'].includes(intent.status)
  const fixed = (['amount', 'currency', 'payment_method'] as const).find((name) => name in given)
  if (isOver && fixed)
    throw unexpectedState(
      `This PaymentIntent's ${fixed} could not be updated because it has a status of ${intent.status}. You may only update the ${fixed} of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
      publicView(intent),
    )
  const status = given.payment_method ? { status: 'requires_confirmation' as const, next_action: null } : {}
  return { ...intent, ...given, ...status, metadata: mergeMetadata(intent.metadata, metadata) }
}

/** Notes after a request: an empty value removes one. */
export const mergeMetadata = (old: Record<string, string>, given: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...old, ...given }).filter(([, value]) => value !== ''))

/**
 * Cancels an unpaid intent. Throws when it is over already; and when its money is on its way, except where that stays so,
 * as Stripe cancels some.
 */
export function cancelIntent(
  intent: PaymentIntent,
  reason: PaymentIntent['cancellation_reason'],
  now: Date,
): PaymentIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.internal)
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
      publicView(intent),
    )
  return { ...intent, status: 'canceled', canceled_at: seconds(now), cancellation_reason: reason, next_action: null }
}

const PUBLIC: readonly (keyof PaymentIntent)[] = [
  'id',
  'object',
  'amount',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'status',
]

/** The fields a browser with the publishable key may see: none of the shop's own notes. */
export const publicView = (intent: PaymentIntent): Partial<PaymentIntent> =>
  Object.fromEntries(PUBLIC.map((name) => [name, intent[name]]))
