import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import { API_BASE } from '#contract/call.ts'
import * as calls from '#contract/settings/backups.ts'
import type { Serve } from '#server/http/call-route.ts'
import type { ShopBackups } from '#server/ports/shop-backups.ts'
import type { Services } from '#server/services.ts'
import { takeBackup, tryBackup } from './begin-work.ts'
import { listBackups } from './list-backups.ts'
import { openBackup, readBackup } from './open-backup.ts'

const FILES = `${API_BASE}/backups/files`

export function backupRoutes(serve: Serve, backups: ShopBackups | null): void {
  serve(calls.listBackups, () => listBackups(backups))
  serve(calls.takeBackup, (services) => takeBackup(services, backups))
  serve(calls.tryBackup, (services, { params }) => tryBackup(services, backups, params.name))
  serve(calls.openBackup, async (services, { account, params, body, request }) => {
    const asking = { admin: account, confirmation: body, clientAddress: request.ip }
    const { token } = await openBackup(services, backups, params.name, asking)
    return { address: `${FILES}/${token}` }
  })
}

/** Serves a backup as a download: its signed address replaces the token. Its size isn't known before it is packed. */
export function backupFileRoutes(app: FastifyInstance, services: Services, backups: ShopBackups | null): void {
  app.get<{ Params: { token: string } }>(`${FILES}/:token`, async (request, reply) => {
    const { name, content } = await readBackup(services, backups, request.params.token)
    return reply
      .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` })
      .type('application/gzip')
      .send(Readable.from(content))
  })
}
