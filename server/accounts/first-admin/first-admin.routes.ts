import * as calls from '#contract/accounts/first-admin.ts'
import type { Serve } from '#server/http/call-route.ts'
import { becomeFirstAdmin, inviteFirstAdmin } from './first-admin.ts'

export function firstAdminRoutes(serve: Serve): void {
  serve(calls.inviteFirstAdmin, (services, { body }) => inviteFirstAdmin(services, body))
  serve(calls.becomeFirstAdmin, (services, { account, body }) => becomeFirstAdmin(services, account, body.token))
}
