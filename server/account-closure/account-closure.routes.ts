import * as emails from '#contract/accounts/change-email.ts'
import { closeBuyer, closeSeller } from '#contract/accounts/accounts.ts'
import { closeOwnAccount as declaredCloseOwn } from '#contract/accounts/close-own-account.ts'
import * as admins from '#contract/accounts/admins.ts'
import * as suspensions from '#contract/accounts/suspensions.ts'
import type { Serve } from '#server/http/call-route.ts'
import { appointAdmin, removeAdmin } from './change-admins.ts'
import { closeAccount } from './close-account.ts'
import { closeOwnAccount } from './close-own-account.ts'
import { askForNewEmail, cancelEmailChange, getEmailChange } from './email-change/ask-for-new-email.ts'
import { confirmNewEmail } from './email-change/confirm-new-email.ts'
import { restoreAccount, suspendAccount } from './suspend-account.ts'

export function accountClosureRoutes(serve: Serve): void {
  emailChangeRoutes(serve)
  serve(declaredCloseOwn, async (services, { account, body }) => {
    await closeOwnAccount(services, account, body.email)
    return { acknowledged: true as const }
  })
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
  serve(admins.appointAdmin, async (services, { account, params, body, request }) => {
    await appointAdmin(services, { admin: account, confirmation: body, clientAddress: request.ip }, params.id)
    return { acknowledged: true as const }
  })
  serve(admins.removeAdmin, async (services, { account, params, body, request }) => {
    await removeAdmin(services, { admin: account, confirmation: body, clientAddress: request.ip }, params.id)
    return { acknowledged: true as const }
  })
  serve(suspensions.restoreAccount, async (services, { account, params }) => {
    await restoreAccount(services, account, params.id)
    return { acknowledged: true as const }
  })
}

function emailChangeRoutes(serve: Serve): void {
  serve(emails.getEmailChange, (services, { account }) => getEmailChange(services, account))
  serve(emails.askForNewEmail, async (services, { account, body, request }) => {
    const confirmation = { password: body.password || undefined, proof: body.proof || undefined }
    await askForNewEmail(services, account, body.email, { confirmation, clientAddress: request.ip })
    return { acknowledged: true as const }
  })
  serve(emails.cancelEmailChange, async (services, { account }) => {
    await cancelEmailChange(services, account)
    return { acknowledged: true as const }
  })
  serve(emails.confirmNewEmail, async (services, { account, body }) => {
    await confirmNewEmail(services, account, body.token)
    return { acknowledged: true as const }
  })
}
