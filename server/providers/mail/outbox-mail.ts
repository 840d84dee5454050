import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '#server/ports/clock.ts'
import type { Mail, MailPort } from '#server/ports/mail.ts'
import { requireOneAddress } from './one-address.ts'

/** A mail as the outbox keeps it. `sentAt` is ISO 8601, UTC. */
export type KeptMail = Mail & { id: string; sentAt: string }

const MOST_KEPT = 500
const FILE_NAME = /^\d{15}-\d{6}-[0-9a-f]{12}\.json$/

/**
 * Mail for the demo: each one is a file that only the program's own user can read, instead of being sent. The newest
 * 500 stay. Rejects when the folder can't be written.
 */
export function outboxMail({ dir, clock }: { dir: string; clock: Clock }): MailPort {
  let count = 0
  return {
    send: async ({ to, subject, text }) => {
      requireOneAddress(to.address)
      const now = clock.now()
      await mkdir(dir, { recursive: true })
      // Names sort by time, and within one millisecond by order.
      const order = String(count++ % 1_000_000).padStart(6, '0')
      const id = `${String(now.getTime()).padStart(15, '0')}-${order}-${randomBytes(6).toString('hex')}`
      const mail: KeptMail = { id, sentAt: now.toISOString(), to, subject, text }
      // Written aside and renamed, so that a reader never sees half of it.
      const aside = path.join(dir, `${id}.part`)
      await writeFile(aside, JSON.stringify(mail, null, 2), { mode: 0o600 })
      await rename(aside, path.join(dir, `${id}.json`))
      for (const old of (await mailFiles(dir)).slice(MOST_KEPT)) await rm(path.join(dir, old), { force: true })
    },
  }
}

/** The mails of an outbox, newest first; empty when there is none yet. */
export async function listOutbox(dir: string): Promise<KeptMail[]> {
  const read = async (file: string) => {
    try {
      return JSON.parse(await readFile(path.join(dir, file), 'utf8')) as KeptMail
    } catch (error) {
      // Dropped since the folder was listed.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
  const mails = await Promise.all((await mailFiles(dir)).map(read))
  return mails.filter((mail) => mail !== null)
}

async function mailFiles(dir: string): Promise<string[]> {
  try {
    const names = await readdir(dir)
    return names
      .filter((name) => FILE_NAME.test(name))
      .toSorted()
      .toReversed()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
