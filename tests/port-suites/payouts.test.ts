import { payoutsByHand } from '#server/providers/payouts-by-hand/payouts-by-hand.ts'
import { stripePayouts } from '#server/providers/stripe/stripe-payouts.ts'
import { testClock } from '#tests/kit/test-clock.ts'
import { keys, startCardSimulator } from './card-simulator-server.ts'
import { payoutsSuite } from './payouts.ts'

const never = () => {
  throw new Error('By hand nothing is asked.')
}

payoutsSuite('by hand', false, async () => ({
  payouts: payoutsByHand(),
  unreachable: null,
  pay: never,
  onboard: never,
  wait: never,
  close: async () => {},
}))

payoutsSuite('Stripe against the simulator', true, async () => {
  const clock = testClock()
  const simulator = await startCardSimulator({ clock })
  const { secretKey } = keys
  return {
    payouts: stripePayouts({ secretKey, api: () => new URL(`${simulator.origin()}/api/card-simulator`) }),
    // No server listens on port 1.
    unreachable: stripePayouts({ secretKey, api: () => new URL('http://127.0.0.1:1/api/card-simulator') }),
    async pay(orderId) {
      const form = { amount: '1250', currency: 'usd', 'metadata[orderId]': orderId }
      const paid = { ...form, payment_method: 'pm_card_visa', confirm: 'true' }
      return (await simulator.shop('POST', '/payment_intents', paid)).body.id
    },
    async onboard(url, outcome) {
      const { pathname } = new URL(url)
      const body = new URLSearchParams({ outcome })
      const answer = await fetch(`${simulator.origin()}${pathname}`, { method: 'POST', body, redirect: 'manual' })
      return answer.headers.get('location') ?? ''
    },
    wait: (seconds) => clock.advance(seconds),
    close: async () => simulator.close(),
  }
})
