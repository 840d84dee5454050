import { stripePayments } from '#server/providers/stripe/stripe-payments.ts'
import { cardPaymentsSuite, type CardProvider } from './card-payments.ts'
import { keys, startCardSimulator } from './card-simulator-server.ts'

cardPaymentsSuite('Stripe’s SDK against the simulator', startSimulator, 40)

const realKey = process.env['STRIPE_TEST_SECRET_KEY']
cardPaymentsSuite(
  realKey ? 'Stripe’s SDK against Stripe' : 'Stripe itself (skipped: set STRIPE_TEST_SECRET_KEY to a sk_test_ key)',
  realKey ? () => startStripe(realKey) : null,
  3,
)

async function startSimulator(): Promise<CardProvider> {
  const simulator = await startCardSimulator()
  return {
    cards: simulator.cards,
    webhookSecret: keys.webhookSecret,
    pay: async ({ intentId }, method) => {
      await simulator.shop('POST', `/payment_intents/${intentId}/confirm`, { payment_method: method })
    },
  }
}

async function startStripe(secretKey: string): Promise<CardProvider> {
  if (!secretKey.startsWith('sk_test_'))
    throw new Error('STRIPE_TEST_SECRET_KEY must be a test key: real money is not for tests')
  const webhookSecret = 'whsec_any_will_do_here'
  return {
    cards: stripePayments({ secretKey, webhookSecret }),
    webhookSecret,
    pay: async ({ intentId }, method) => {
      const mandate = {
        'mandate_data[customer_acceptance][type]': 'offline',
        return_url: 'https://books.example.org',
      }
      await fetch(`https://api.stripe.com/v1/payment_intents/${intentId}/confirm`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}` },
        body: new URLSearchParams({ payment_method: method, ...(method.startsWith('pm_usBank') && mandate) }),
      })
    },
  }
}
