import { newEvent } from './events.ts'
import type { Charge, PaymentIntent, PaymentMethod } from './objects.ts'
import { seconds } from './objects.ts'
import type { Step } from './step.ts'
import { type Begun, newCharge } from './charges.ts'

/**
 * A payment that the buyer's bank sends in so many seconds, or never where these are infinite: on its way until then.
 * `end` is what becomes of it at a time. Everything is stored at once, and shown as of the moment that is asked about.
 */
export function sendLater(
  intent: PaymentIntent,
  method: PaymentMethod,
  takesSeconds: number,
  now: Date,
  end: (at: Date, begun: Begun) => Step,
): Step {
  const { charge } = newCharge(intent, method, {}, {}, now)
  const pending: Charge = { ...charge, balance_transaction: null, outcome: null, paid: false, status: 'pending' }
  const sent: PaymentIntent = {
    ...intent,
    status: 'processing',
    last_payment_error: null,
    latest_charge: pending.id,
    next_action: null,
    payment_method: method.id,
  }
  const begun = [newEvent('charge.pending', pending, now), newEvent('payment_intent.processing', sent, now)]
  if (takesSeconds === Infinity) return { intent: sent, others: [method, pending], events: begun }
  const at = new Date(now.getTime() + takesSeconds * 1000)
  const step = end(at, pending)
  const becomes = step.others.find(({ object }) => object === 'charge') as Charge
  return {
    intent: { ...sent, internal: { at: seconds(at), becomes: step.intent } },
    others: [
      ...step.others.filter((object) => object !== becomes),
      { ...pending, internal: { settles: { at: seconds(at), becomes } } },
    ],
    events: [...begun, ...step.events],
  }
}
