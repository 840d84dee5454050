import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/settings/mails.ts'
import type { Serve } from '#server/http/call-route.ts'
import { sendMailPage } from '#server/http/mail-pages/send-mail-page.ts'
import type { Services } from '#server/services.ts'
import { getMailPage, listMails, MAIL_PREVIEW_PATH } from './list-mails.ts'
import { sendTestMail } from './send-test-mail.ts'

export function mailRoutes(serve: Serve): void {
  serve(calls.listMails, async (services) => listMails(services))
  serve(calls.sendTestMail, (services, { account }) => sendTestMail(services, account))
}

/** The HTML of the listed emails, for frames. */
export function mailPageRoutes(api: FastifyInstance, services: Services): void {
  api.get<{ Params: { token: string } }>(`${MAIL_PREVIEW_PATH}:token`, async (request, reply) =>
    sendMailPage(request, reply, getMailPage(services, request.params.token)),
  )
}
