import { finishChallenge } from '#server/providers/card-simulator/confirm.ts'
import { saveStep } from '#server/providers/card-simulator/intent-calls.ts'
import type { PaymentIntent, Source } from '#server/providers/card-simulator/objects.ts'
import type { StoreTransaction } from '#server/providers/card-simulator/store.ts'

/** The bank's question about a payment. */
export interface Challenge {
  source: Source
  intent: PaymentIntent
}

/** The bank's challenge with its payment; null for an unknown id. */
export async function findChallenge(tx: StoreTransaction, sourceId: string): Promise<Challenge | null> {
  const source = await tx.find(sourceId)
  if (source?.object !== 'source') return null
  const intent = await tx.find(source.payment_intent)
  return intent?.object === 'payment_intent' ? { source, intent } : null
}

/** Answers the bank's challenge. A late answer changes nothing; returns the payment's present state. */
export async function answerChallenge(
  tx: StoreTransaction,
  sourceId: string,
  outcome: 'completed' | 'failed',
  now: Date,
): Promise<Challenge | null> {
  const found = await findChallenge(tx, sourceId)
  const intent = found && (await tx.lock(found.intent.id))
  if (!found || intent?.object !== 'payment_intent') return null
  const step = finishChallenge(intent, found.source, outcome, now)
  if (!step) return { source: found.source, intent }
  await saveStep(tx, step, now)
  return { source: step.source, intent: step.intent }
}
