import { answer, type Call, type Operation } from './call.ts'
import { answerDispute, closeDispute, type DisputeStep, EVIDENCE } from './disputes.ts'
import { newEvent } from './events.ts'
import type { Dispute } from './objects.ts'
import { METADATA, readFlag, readMetadata, requireKnown } from './parameters.ts'
import { noSuch } from './refusals.ts'
import type { Answer, StoreTransaction } from './store.ts'

export const updateDispute: Operation = async (tx, call) => {
  const { form, now } = call
  requireKnown(form, ['submit', METADATA, ...EVIDENCE.map((name) => `evidence[${name}]`)])
  const evidence: Record<string, string> = {}
  for (const name of EVIDENCE) {
    const text = form.get(`evidence[${name}]`)
    if (text !== null) evidence[name] = text
  }
  const dispute = await lockDispute(tx, call)
  // As at Stripe, evidence is submitted unless the request says otherwise.
  const isSubmitted = readFlag(form, 'submit') ?? Object.keys(evidence).length > 0
  const step = answerDispute(dispute, { evidence, isSubmitted, metadata: readMetadata(form) }, now)
  return saveStep(tx, step, call)
}

export const acceptDispute: Operation = async (tx, call) => {
  requireKnown(call.form, [])
  return saveStep(tx, closeDispute(await lockDispute(tx, call)), call)
}

async function lockDispute(tx: StoreTransaction, { id }: Call): Promise<Dispute> {
  const dispute = await tx.lock(id)
  if (dispute?.object !== 'dispute') throw noSuch('dispute', id, 'id')
  return dispute
}

async function saveStep(tx: StoreTransaction, step: DisputeStep, call: Call): Promise<Answer> {
  const { now } = call
  await tx.save([step.dispute, ...(step.transaction ? [step.transaction] : [])], now)
  const events = step.events.map((type) => newEvent(type, step.dispute, now))
  await tx.enqueue(events, now)
  return answer(tx, step.dispute, call)
}
