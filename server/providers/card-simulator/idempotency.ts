import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Call, Operation } from './call.ts'
import { idempotencyMismatch, invalidRequest, keyInUse, StripeRefusal } from './refusals.ts'
import type { Answer, SimulatorStore } from './store.ts'

/**
 * Runs an operation in a transaction; a repeated idempotency key gets the first answer without effect. As at Stripe,
 * that may be a refusal of a valid request: a refund that is too large stays refused under its key.
 */
export async function runOnce(
  store: SimulatorStore,
  request: FastifyRequest,
  call: Call,
  operation: Operation,
): Promise<{ answer: Answer; replayed: boolean }> {
  const given = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
  if (typeof given !== 'string')
    return { answer: await store.transaction((tx) => operation(tx, call)), replayed: false }
  if (given.length > 255) throw invalidRequest('Idempotency keys can have up to 255 characters.')
  // Keys of browsers are separate, so that a browser can't use up the shop's.
  const key = `${call.access} ${given}`
  return store.transaction(async (tx) => {
    const used = await tx.claimKey(key, fingerprint(request, call.form), call.now)
    if (used === 'in use') throw keyInUse(given)
    if (used && used.fingerprint !== fingerprint(request, call.form)) throw idempotencyMismatch(given)
    if (used) return { answer: used.answer, replayed: true }
    const answer = await operation(tx, call).catch(refusalToStore)
    await tx.keepAnswer(key, answer)
    return { answer, replayed: false }
  })
}

function refusalToStore(error: unknown): Answer {
  if (error instanceof StripeRefusal && error.isRemembered)
    return { status: error.status, body: { error: error.error } }
  throw error
}

function fingerprint(request: FastifyRequest, form: URLSearchParams): string {
  const sorted = new URLSearchParams(form)
  sorted.sort()
  // Stores only a hash: the form may contain a card number.
  return createHash('sha256').update(`${request.method} ${request.url}\n${sorted}`).digest('hex')
}
