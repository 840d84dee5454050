import { closeBuyer, closeSeller } from '#contract/accounts/accounts.ts'
import * as suspensions from '#contract/accounts/suspensions.ts'
import type { Serve } from '#server/http/call-route.ts'
import { closeAccount } from './close-account.ts'
import { restoreAccount, suspendAccount } from './suspend-account.ts'

export function accountClosureRoutes(serve: Serve): void {
  for (const call of [closeBuyer, closeSeller]) {
    serve(call, async (services, { account, params }) => {
      await closeAccount(services, account, params.id)
      return { acknowledged: true as const, deletedCount: 1 }
    })
  }
  serve(suspensions.suspendAccount, async (services, { account, params, body }) => {
    await suspendAccount(services, account, params.id, body)
    return { acknowledged: true as const }
  })
  serve(suspensions.restoreAccount, async (services, { account, params }) => {
    await restoreAccount(services, account, params.id)
    return { acknowledged: true as const }
  })
}
