import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/problems.ts'
import type { CatalogueWatch } from '#server/database/catalogue-watch.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses whatever may write while the database has other migrations than this program knows. A newer Dogear was
 * started on it then, whose rules this one would break or trip over; reads go on until it is replaced, too.
 */
export function requireOwnDatabase(app: FastifyInstance, catalogue: CatalogueWatch): void {
  app.addHook('onRequest', async ({ method }) => {
    if (READS.has(method)) return
    await catalogue.current()
    if (!catalogue.isOurs) refuse('unavailable', 'The shop is being updated. Nothing is lost; try again in a minute.')
  })
}
