import * as calls from '#contract/accounts/sessions.ts'
import type { Serve } from '#server/http/call-route.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'

export function sessionRoutes(serve: Serve): void {
  serve(calls.listSessions, (services, { account }) => listSessions(services, account))
  serve(calls.endSession, async (services, { account, body }) => {
    await endSession(services, account, body.session)
    return { acknowledged: true as const }
  })
  serve(calls.endOtherSessions, async (services, { account }) => {
    await endOtherSessions(services, account)
    return { acknowledged: true as const }
  })
}
