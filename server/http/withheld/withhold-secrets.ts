import type { FastifyInstance } from 'fastify'
import type { SecretGuard } from '#server/secrets/secret-guard.ts'

/**
 * Turns answers that contain a secret of the settings into errors. Register it before what caches or compresses
 * answers. Skips streams, which are built files, pictures and exports, and contain no settings.
 */
export function withholdSecrets(app: FastifyInstance, guard: SecretGuard): void {
  app.addHook('onSend', (_request, _reply, payload, done) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (isText && guard.isIn(payload))
      return done(new Error('An answer held a secret of the settings; it was withheld.'))
    done()
  })
}
