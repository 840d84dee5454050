import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/problems.ts'
import type { CatalogueWatch } from '#server/database/catalogue-watch.ts'
import { SAFE_METHODS } from '../require-plain-requests.ts'

export const BEING_UPDATED = 'The shop is being updated. Nothing is lost; try again in a minute.'

/**
 * Refuses writes while the database has migrations that this program can't work with: a newer Dogear was started on it,
 * whose rules this one would break. Reads go on until this one is replaced.
 */
export function requireOwnDatabase(app: FastifyInstance, catalogue: CatalogueWatch): void {
  app.addHook('onRequest', async ({ method }) => {
    if (SAFE_METHODS.has(method)) return
    await catalogue.current()
    if (!catalogue.isOurs) refuse('unavailable', BEING_UPDATED)
  })
}
