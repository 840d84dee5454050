import type { FastifyInstance } from 'fastify'
import { closeBuyer, closeSeller } from '#contract/accounts.ts'
import { serveCall } from '#server/http/call-route.ts'
import type { Services } from '#server/services.ts'
import { closeAccount } from './close-account.ts'

export function accountClosureRoutes(app: FastifyInstance, services: Services): void {
  for (const call of [closeBuyer, closeSeller]) {
    serveCall(app, services, call, async ({ account, params }) => {
      await closeAccount(services, account, params.id)
      return { acknowledged: true as const, deletedCount: 1 }
    })
  }
}
