import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { refuse } from '#contract/problems.ts'
import { getConfig, health, ready } from '#contract/site.ts'
import type { Services } from '#server/services.ts'
import { serveCall } from './call-route.ts'

/** What operators and browsers ask of the program itself. */
export function operationRoutes(app: FastifyInstance, services: Services): void {
  serveCall(app, services, getConfig, async () => services.site)
  serveCall(app, services, health, async () => ({ status: 'ok' as const }))
  serveCall(app, services, ready, async () => {
    // Nothing listens before the migrations are done; whether the database still answers is asked each time.
    await sql`SELECT 1`
      .execute(services.db)
      .catch(() => refuse('unavailable', 'The database does not answer at the moment.'))
    return { status: 'ok' as const }
  })
}
