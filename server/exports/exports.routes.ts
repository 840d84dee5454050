import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { API_BASE } from '#contract/call.ts'
import * as calls from '#contract/accounts/exports.ts'
import type { Serve } from '#server/http/call-route.ts'
import type { Services } from '#server/services.ts'
import { askForExport, getExport, openExport, readExport } from './ask-for-export.ts'

const FILES = `${API_BASE}/account/export/files`

export function exportRoutes(serve: Serve): void {
  serve(calls.getExport, (services, { account }) => getExport(services, account))
  serve(calls.askForExport, (services, { account }) => askForExport(services, account))
  serve(calls.openExport, async (services, { account }) => {
    const { token } = await openExport(services, account)
    return { address: `${FILES}/${token}` }
  })
}

/** Serves the file as a download: its signed address replaces the token. */
export function exportFileRoutes(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { token: string } }>(`${FILES}/:token`, async (request, reply) => {
    const { bytes, madeAt, content } = await readExport(services, request.params.token)
    const name = `my-data-${madeAt.toISOString().slice(0, 10)}.zip`
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${name}"`,
        'content-length': bytes,
      })
      .type('application/zip')
      .send(Readable.from(content))
  })
}
