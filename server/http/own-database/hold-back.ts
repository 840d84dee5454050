import type { FastifyInstance, FastifyRequest } from 'fastify'
import { IDENTITY_BASE } from '#contract/accounts/sign-in.ts'
import { API_BASE } from '#contract/call.ts'
import { refuse } from '#contract/problems.ts'
import { BEING_UPDATED } from './require-own-database.ts'
import { SAFE_METHODS } from '../require-plain-requests.ts'

/**
 * Holds back what people want to do while an update proves this program: it may go back to the program and the data of
 * before, and nothing that was acknowledged may be lost. Reads go on. Of those links that sign in count as writes, and
 * readiness waits for the end.
 */
export function holdBack(
  app: FastifyInstance,
  proof: { isOfUpdate(request: FastifyRequest): boolean; readonly isOver: boolean },
): void {
  app.addHook('onRequest', async (request) => {
    if (proof.isOver || proof.isOfUpdate(request)) return
    const [address = ''] = request.url.split('?')
    const isRead = SAFE_METHODS.has(request.method) && !address.startsWith(IDENTITY_BASE)
    if (!isRead || address === `${API_BASE}/ready`) refuse('unavailable', BEING_UPDATED)
  })
}
