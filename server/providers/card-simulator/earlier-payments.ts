import { sql, type Kysely, type Transaction } from 'kysely'
import { providerUnits } from '#contract/money/currencies.ts'
import type { EarlierPayments, IntentReport } from '#server/ports/card-payments.ts'
import type { Clock } from '#server/ports/clock.ts'
import { cancelIntent, confirmIntent, openIntent } from './intents.ts'
import { newId, type Charge, type PaymentIntent, seconds } from './objects.ts'
import { refundCharge } from './refunds.ts'
import { storeTransaction, type StoreTransaction } from './store.ts'

/**
 * Makes past payments without HTTP, in the given transaction, for the demo's story. The running simulator can refund
 * them like all others. Sends no webhook events.
 */
export function earlierPayments<DB>(tx: Transaction<DB>, clock: Clock): EarlierPayments {
  const store = storeTransaction(tx)
  const findCharge = async (intent: PaymentIntent) => {
    const charge = intent.latest_charge ? await store.find(intent.latest_charge) : null
    return charge?.object === 'charge' ? charge : null
  }
  return {
    async openIntent({ orderId, amount, currency, description }) {
      const given = { receipt_email: null, statement_descriptor_suffix: null, metadata: { orderId } }
      const units = amount * providerUnits(currency.toUpperCase())
      const intent = openIntent({ amount: units, currency, description, ...given }, clock.now())
      await store.save(intent, clock.now())
      return { intentId: intent.id, clientSecret: intent.client_secret }
    },

    async pay(intentId) {
      const intent = await getIntent(store, intentId)
      const nowhere = { url: () => '', returnUrl: null, returnPath: null }
      const step = confirmIntent(intent, cardOf(clock.now()), nowhere, clock.now())
      for (const object of [step.intent, step.charge]) if (object) await store.save(object, clock.now())
    },

    async findIntent(intentId) {
      const intent = await store.find(intentId)
      return intent?.object === 'payment_intent' ? report(intent, await findCharge(intent)) : null
    },

    async cancelIntent(intentId) {
      const intent = await getIntent(store, intentId)
      if (intent.status === 'succeeded') return 'succeeded'
      await store.save(cancelIntent(intent, null, clock.now()), clock.now())
      return 'cancelled'
    },

    async refund({ refundId, intentId, amount, currency }) {
      const charge = await findCharge(await getIntent(store, intentId))
      if (!charge) return 'nothing_left'
      const asked = { amount: amount * providerUnits(currency.toUpperCase()), reason: null, metadata: { refundId } }
      const refunded = refundCharge(charge, asked, clock.now())
      await store.save(refunded.refund, clock.now())
      await store.save(refunded.charge, clock.now())
      return { providerRefundId: refunded.refund.id, isFailed: false }
    },

    async listRefunds(intentId) {
      const made = (await store.listRefunds(intentId, 100)).toReversed()
      return made.map(({ id, amount, currency, metadata }) => ({
        providerRefundId: id,
        refundId: metadata['refundId'] ?? null,
        amount: amount / providerUnits(currency.toUpperCase()),
        isFailed: false,
      }))
    },

    disputes: null,
    verifyEvent: () => ({ refused: 'forged' }),
    findIntentId: async () => null,
  }
}

/** Deletes the simulator's objects of these payments. */
export async function deletePayments<DB>(db: Kysely<DB>, intentIds: string[]): Promise<void> {
  await sql`
    DELETE FROM card_simulator.objects
    WHERE id = ANY(${intentIds}) OR document ->> 'payment_intent' = ANY(${intentIds})`.execute(db)
}

async function getIntent(store: StoreTransaction, id: string): Promise<PaymentIntent> {
  const intent = await store.find(id)
  if (intent?.object !== 'payment_intent') throw new Error('The simulator knows no such payment.')
  return intent
}

const cardOf = (now: Date) => ({
  outcome: { kind: 'pays' as const },
  method: {
    id: newId('pm'),
    object: 'payment_method' as const,
    type: 'card' as const,
    billing_details: { name: null, email: null },
    card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: now.getUTCFullYear() + 3 },
    created: seconds(now),
    livemode: false as const,
  },
})

function report(intent: PaymentIntent, charge: Charge | null): IntentReport {
  const units = providerUnits(intent.currency.toUpperCase())
  const isPaid = intent.status === 'succeeded'
  return {
    intentId: intent.id,
    clientSecret: intent.client_secret,
    status: isPaid ? 'succeeded' : intent.status === 'canceled' ? 'cancelled' : 'open',
    orderId: intent.metadata['orderId'] ?? null,
    amount: intent.amount / units,
    currency: intent.currency,
    refunded: (charge?.amount_refunded ?? 0) / units,
    isDisputed: false,
    cost: null,
    cardLastFour: isPaid ? (charge?.payment_method_details.card.last4 ?? null) : null,
  }
}
