import { closeBuyer, closeSeller } from '#contract/accounts/accounts.ts'
import type { Serve } from '#server/http/call-route.ts'
import { closeAccount } from './close-account.ts'

export function accountClosureRoutes(serve: Serve): void {
  for (const call of [closeBuyer, closeSeller]) {
    serve(call, async (services, { account, params }) => {
      await closeAccount(services, account, params.id)
      return { acknowledged: true as const, deletedCount: 1 }
    })
  }
}
