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
  serve(declaredCloseOwn, (services, { account, body }) => closeOwnAccount(services, account, body.email))
  for (const call of [closeBuyer, closeSeller]) {
    serve(call, async (services, { account, params }) => {
      await closeAccount(services, account, params.id)
      return { deletedCount: 1 }
    })
  }
  serve(suspensions.suspendAccount, (services, { account, params, body }) =>
    suspendAccount(services, account, params.id, body),
  )
  serve(admins.appointAdmin, (services, { account, params, body, request }) =>
    appointAdmin(services, { admin: account, confirmation: body, clientAddress: request.ip }, params.id),
  )
  serve(admins.removeAdmin, (services, { account, params, body, request }) =>
    removeAdmin(services, { admin: account, confirmation: body, clientAddress: request.ip }, params.id),
  )
  serve(suspensions.restoreAccount, (services, { account, params }) => restoreAccount(services, account, params.id))
}

function emailChangeRoutes(serve: Serve): void {
  serve(emails.getEmailChange, (services, { account }) => getEmailChange(services, account))
  serve(emails.askForNewEmail, async (services, { account, body, request }) => {
    const confirmation = { password: body.password || undefined, proof: body.proof || undefined }
    await askForNewEmail(services, account, body.email, { confirmation, clientAddress: request.ip })
  })
  serve(emails.cancelEmailChange, (services, { account }) => cancelEmailChange(services, account))
  serve(emails.confirmNewEmail, (services, { account, body }) => confirmNewEmail(services, account, body.token))
}
