import type { FastifyInstance } from 'fastify'
import { API_BASE } from '#contract/call.ts'
import { rehearseSale } from '#server/orders/rehearsal/rehearse-sale.ts'
import type { Services } from '#server/services.ts'
import type { Proof } from './begin-proof.ts'

/** What the program answers to the update that proves it. */
export interface Proven {
  version: string
  /** Folder of the program. */
  root: string
  /** A copy that was sold and taken back; null where none is for sale. */
  bookId: string | null
}

/**
 * The one call that an update has for itself: a read and a write by the program's own code that leave nothing. There
 * while the proof lasts, and no part of the API.
 */
export function proofRoute(app: FastifyInstance, services: Services, { proof, root }: { proof: Proof; root: string }) {
  app.post(`${API_BASE}/proof`, async (request): Promise<Proven> => {
    if (proof.isOver || !proof.isOfUpdate(request)) return services.refuse('not_found', 'There’s no such call.')
    return { version: services.deployment.version, root, bookId: await rehearseSale(services) }
  })
}
