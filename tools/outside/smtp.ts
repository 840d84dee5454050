import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#server/database/embedded/free-port.ts'
import { installOutside } from './install.ts'
import type { OutsidePart } from './part.ts'

/** A mail server with passwords and STARTTLS, and a check of signatures, that others wrote. */
export const smtp: OutsidePart = {
  name: 'smtp',
  setUp: async () => {
    const folder = await installOutside('smtp')
    const mails = await mkdtemp(path.join(tmpdir(), 'dogear-smtp-'))
    const port = await freePort()
    const server = spawn(process.execPath, [path.join(folder, 'server.mjs'), String(port), mails], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(server, 'close')
    const isUp = await Promise.race([once(server.stdout, 'data').then(() => true), ended.then(() => false)])
    if (!isUp) throw new Error('The mail server did not start; the reason is above.')
    const tearDown = async () => {
      server.kill()
      await ended
      await rm(mails, { recursive: true, force: true })
    }
    const verifier = path.join(folder, 'node_modules/mailauth/lib/dkim/verify.js')
    const env = { OUTSIDE_SMTP_PORT: String(port), OUTSIDE_SMTP_MAILS: mails, OUTSIDE_SMTP_VERIFIER: verifier }
    return { env, tearDown }
  },
  tests: ['tests/outside/smtp.test.ts'],
  journeys: [],
}
