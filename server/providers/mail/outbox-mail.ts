import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '#server/ports/clock.ts'
import type { Mail, MailPort } from '#server/ports/mail.ts'
import { requireOneAddress } from './one-address.ts'

/** A mail as the outbox keeps it. `sentAt` is ISO 8601, UTC. */
export type KeptMail = Omit<Mail, 'until'> & { id: string; sentAt: string }

const MOST_KEPT = 500
const FILE_NAME = /^\d{15}-\d{6}-([0-9a-f]{12})\.json$/

/**
 * Mail for the demo: each one is a file that only the program's own user can read, instead of being sent. The newest
 * 500 stay; one that is there already, by its id, stays as it is. Rejects when the folder can't be written.
 */
export function outboxMail({ dir, clock }: { dir: string; clock: Clock }): MailPort {
  let count = 0
  // One after another: the same mail twice at the same moment is one, too.
  let last: Promise<unknown> = Promise.resolve()

  async function keep({ to, subject, text, id = randomUUID() }: Mail): Promise<void> {
    const now = clock.now()
    await mkdir(dir, { recursive: true })
    const ending = createHash('sha256').update(id).digest('hex').slice(0, 12)
    const there = await mailFiles(dir)
    if (there.some((file) => FILE_NAME.exec(file)?.[1] === ending)) return
    // Names sort by time, and within one millisecond by order.
    const order = String(count++ % 1_000_000).padStart(6, '0')
    const name = `${String(now.getTime()).padStart(15, '0')}-${order}-${ending}`
    const mail: KeptMail = { id: name, sentAt: now.toISOString(), to, subject, text }
    // Written aside and renamed, so that a reader never sees half of it.
    const aside = path.join(dir, `${name}.part`)
    await writeFile(aside, JSON.stringify(mail, null, 2), { mode: 0o600 })
    await rename(aside, path.join(dir, `${name}.json`))
    for (const old of there.slice(MOST_KEPT - 1)) await rm(path.join(dir, old), { force: true })
  }

  return {
    send: async (mail) => {
      requireOneAddress(mail.to.address)
      const kept = last.then(() => keep(mail))
      last = kept.catch(() => {})
      await kept
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
