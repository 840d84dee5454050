import { z } from 'zod'
import { stripePublishableKey, stripeSecretKey, stripeWebhookSecret } from './stripe-keys.ts'

/** Settings of payments by Stripe, and of payouts by it. */
export const stripeSettings = {
  STRIPE_SECRET_KEY: {
    heading: 'Providers; without card keys a live shop says that cards are off',
    rule: stripeSecretKey,
    what: 'Card payments by Stripe, with the next two: its secret key.',
    otherwise: 'the simulator; when live cards are off',
    secret: 'all',
  },
  STRIPE_PUBLISHABLE_KEY: { rule: stripePublishableKey, what: 'Its publishable key.' },
  STRIPE_WEBHOOK_SECRET: {
    rule: stripeWebhookSecret,
    what: 'The signing secret of its webhook, which goes to `/api/payment-events`; of several, each after a comma.',
    secret: 'all',
  },
  PAYOUTS: {
    rule: z.enum(['hand', 'stripe'], 'must be hand or stripe'),
    default: 'hand',
    what: '`stripe` transfers what is owed to sellers by itself, by Stripe Connect and the keys above; `hand`: admins transfer it at the club’s bank and note it. [How](services.md#payouts-by-stripe-connect).',
  },
  PAYMENT_METHODS: {
    rule: z.enum(['card', 'account'], 'must be card or account'),
    default: 'card',
    what: '`account`: buyers pay by what the club’s Stripe account allows, such as wallets, iDEAL, TWINT or bank debits, instead of cards alone ([how](services.md#more-than-cards)).',
  },
} as const
