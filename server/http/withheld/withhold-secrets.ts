import type { FastifyInstance } from 'fastify'
import type { SecretGuard } from '#server/secrets/secret-guard.ts'

/**
 * Answers that hold a secret of the settings become an error without it. Register it before what keeps or compresses
 * answers. Streams are built files, pictures and exports, which are made of no settings.
 */
export function withholdSecrets(app: FastifyInstance, guard: SecretGuard): void {
  app.addHook('onSend', (_request, _reply, payload, done) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (isText && guard.isIn(payload))
      return done(new Error('An answer held a secret of the settings; it was withheld.'))
    done()
  })
}
