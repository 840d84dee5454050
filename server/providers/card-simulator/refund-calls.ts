import { settled } from './as-of.ts'
import { answer, type Call, type Operation } from './call.ts'
import { mergeMetadata } from './intents.ts'
import type { Charge, Refund } from './objects.ts'
import { METADATA, readAmount, readMetadata, readWord, requireKnown } from './parameters.ts'
import { invalidRequest, missingParameter, noSuch } from './refusals.ts'
import { refundCharge } from './refunds.ts'
import type { StoreTransaction } from './store.ts'

export const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

/** More than a charge can have. */
const ALL = 100

export const createRefund: Operation = async (tx, call) => {
  const { form, now } = call
  requireKnown(form, ['payment_intent', 'charge', 'amount', 'reason', METADATA])
  const reason: Refund['reason'] = readWord(form, 'reason', REFUND_REASONS)
  const asked = { amount: readAmount(form), reason, metadata: readMetadata(form) }
  const charge = await lockCharge(tx, call)
  const disputes = await tx.list('dispute', { now, limit: ALL, where: { payment_intent: charge.payment_intent } })
  const { refund, others, events } = refundCharge(charge, disputes, asked, now)
  await tx.save(others, now)
  await tx.enqueue(events, now)
  return answer(tx, refund, call)
}

export const updateRefund: Operation = async (tx, call) => {
  requireKnown(call.form, [METADATA])
  const refund = await tx.lock(call.id)
  if (refund?.object !== 'refund') throw noSuch('refund', call.id, 'id')
  const updated: Refund = { ...refund, metadata: mergeMetadata(refund.metadata, readMetadata(call.form)) }
  await tx.save([updated], call.now)
  return answer(tx, updated, call)
}

/** The charge to refund, by its own id or its payment's. */
async function lockCharge(tx: StoreTransaction, { form, now }: Call): Promise<Charge> {
  const intentId = form.get('payment_intent')
  const chargeId = form.get('charge')
  if (intentId !== null && chargeId !== null)
    throw invalidRequest('You may only specify one of these parameters: payment_intent, charge.')
  if (intentId === null && chargeId === null) throw missingParameter('payment_intent')
  if (chargeId !== null) {
    const found = await tx.lock(chargeId)
    if (found?.object !== 'charge') throw noSuch('charge', chargeId, 'charge')
    const charge = settled(found, now)
    if (!charge.paid) throw invalidRequest(`Charge ${chargeId} is not a successful charge.`, { param: 'charge' })
    return charge
  }
  const intent = await tx.find(intentId!)
  if (intent?.object !== 'payment_intent') throw noSuch('payment_intent', intentId!, 'payment_intent')
  const { status, latest_charge: chargeOf } = settled(intent, now)
  const charge = status === 'succeeded' && chargeOf ? await tx.lock(chargeOf) : null
  if (charge?.object !== 'charge')
    throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`)
  return settled(charge, now)
}
