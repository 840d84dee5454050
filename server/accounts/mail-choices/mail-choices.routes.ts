import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/accounts/mail-choices.ts'
import type { Serve } from '#server/http/call-route.ts'
import type { Services } from '#server/services.ts'
import { chooseMails, getMailChoices, stopMails } from './choose-mails.ts'

export function mailChoiceRoutes(serve: Serve): void {
  serve(calls.getMailChoices, (services, { account }) => getMailChoices(services, account))
  serve(calls.chooseMails, (services, { account, body }) => chooseMails(services, account, body.off))
  serve(calls.stopMails, (services, { body }) => stopMails(services, body.token))
}

/** One-click unsubscribe (RFC 8058): mail programs post a form to the page's own address. This scope ignores bodies. */
export function stopMailsAtOnceRoutes(scope: FastifyInstance, services: Services): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, _body, done) => done(null, null))
  scope.post<{ Params: { token: string } }>(calls.STOP_MAILS_PAGE, async (request, reply) => {
    await stopMails(services, request.params.token)
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Done.\n')
  })
}
