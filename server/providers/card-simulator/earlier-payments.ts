import { sql, type Kysely, type Transaction } from 'kysely'
import { providerUnits } from '#contract/money/currencies.ts'
import type { EarlierPayments, IntentReport } from '#server/ports/card-payments.ts'
import type { Clock } from '#server/ports/clock.ts'
import { asOf } from './as-of.ts'
import { readyMadeCard } from './cards.ts'
import { confirmIntent } from './confirm.ts'
import { cancelIntent, openIntent } from './intents.ts'
import type { Charge, PaymentIntent } from './objects.ts'
import { refundCharge } from './refunds.ts'
import { storeTransaction, type StoreTransaction } from './store.ts'
import { readyMade } from './test-cards.ts'

/**
 * Makes past payments without HTTP, in the given transaction, for the demo's story. The running simulator can refund
 * them like all others. Sends no webhook events.
 */
export function earlierPayments<DB>(tx: Transaction<DB>, clock: Clock): EarlierPayments {
  const store = storeTransaction(tx)
  const findCharge = async (intent: PaymentIntent) => {
    const charge = intent.latest_charge ? await store.find(intent.latest_charge) : null
    return charge?.object === 'charge' ? asOf(charge, clock.now()) : null
  }
  return {
    async openIntent({ orderId, amount, currency, description }) {
      const units = amount * providerUnits(currency.toUpperCase())
      const intent = openIntent({ amount: units, currency, description, metadata: { orderId } }, clock.now())
      await store.save([intent], clock.now())
      return { intentId: intent.id, clientSecret: intent.client_secret }
    },

    async pay(intentId) {
      const intent = await getIntent(store, intentId)
      const nowhere = { url: () => '', returnUrl: null, returnPath: null }
      const step = confirmIntent(
        intent,
        readyMadeCard(readyMade.get('pm_card_visa')!, clock.now()),
        nowhere,
        clock.now(),
      )
      await store.save([step.intent, ...step.others], clock.now())
    },

    async findIntent(intentId) {
      const intent = await store.find(intentId)
      return intent?.object === 'payment_intent' ? report(intent, await findCharge(intent)) : null
    },

    async cancelIntent(intentId) {
      const intent = await getIntent(store, intentId)
      if (intent.status === 'succeeded' || intent.status === 'processing') return intent.status
      await store.save([cancelIntent(intent, null, clock.now())], clock.now())
      return 'cancelled'
    },

    async refund({ refundId, intentId, amount, currency }) {
      const charge = await findCharge(await getIntent(store, intentId))
      if (!charge) return 'nothing_left'
      const asked = { amount: amount * providerUnits(currency.toUpperCase()), reason: null, metadata: { refundId } }
      const refunded = refundCharge(charge, [], asked, clock.now())
      await store.save(refunded.others, clock.now())
      return { providerRefundId: refunded.refund.id, isFailed: false }
    },

    async listRefunds(intentId) {
      const where = { payment_intent: intentId }
      const made = (await store.list('refund', { now: clock.now(), limit: 100, where })).toReversed()
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

/** Deletes the simulator's objects of these payments, and what moved or was told because of them. */
export async function deletePayments<DB>(db: Kysely<DB>, intentIds: string[]): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM card_simulator.objects
      WHERE id = ANY(${intentIds}) OR document ->> 'payment_intent' = ANY(${intentIds})
      RETURNING id, document ->> 'payment_method' AS method_id
    )
    DELETE FROM card_simulator.objects AS about USING gone
    WHERE about.id = gone.method_id OR gone.id IN (about.document ->> 'source', about.document #>> '{data,object,id}')`.execute(
    db,
  )
}

async function getIntent(store: StoreTransaction, id: string): Promise<PaymentIntent> {
  const intent = await store.find(id)
  if (intent?.object !== 'payment_intent') throw new Error('The simulator knows no such payment.')
  return intent
}

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
    method: isPaid ? 'card' : null,
    cardLastFour: isPaid ? (charge?.payment_method_details.card?.last4 ?? null) : null,
  }
}
