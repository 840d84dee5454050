import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '#server/ports/clock.ts'
import type { Mail, MailPort } from '#server/ports/mail.ts'
import { requireOneAddress } from './one-address.ts'

/** A mail as the outbox stores it. */
export type StoredMail = Omit<Mail, 'stopLink'> & { id: string; sentAt: Date }

const MOST_KEPT = 500
const FILE_NAME = /^\d{15}-\d{6}-[0-9a-f]{12}\.json$/

/** File names of an outbox, newest first, as of its folder's last change. */
interface Listing {
  files: string[]
  changedAt: bigint
}

/**
 * Outbox for the demo: each mail is a file that only the program's own user can read, instead of being sent. Stores the
 * newest 500; a repeated id is ignored. Rejects when the folder can't be written.
 */
export function outboxMail({ dir, clock }: { dir: string; clock: Clock }): MailPort {
  let count = 0
  let known: Listing | null = null
  // Writes one by one, so that concurrent repeats of a mail are ignored as well.
  let last: Promise<unknown> = Promise.resolve()

  async function keep({ to, subject, text, html, id = randomUUID() }: Mail): Promise<void> {
    const now = clock.now()
    const files = await list()
    const ending = createHash('sha256').update(id).digest('hex').slice(0, 12)
    if (files.some((file) => file.endsWith(`-${ending}.json`))) return
    // Names sort by time, then by a counter within a millisecond.
    const order = String(count++ % 1_000_000).padStart(6, '0')
    const name = `${String(now.getTime()).padStart(15, '0')}-${order}-${ending}`
    const mail: StoredMail = { id: name, sentAt: now, to, subject, text, html }
    // Written aside and renamed, so that a reader never sees half a file.
    const aside = path.join(dir, `${name}.part`)
    await writeFile(aside, JSON.stringify(mail, null, 2), { mode: 0o600 })
    await rename(aside, path.join(dir, `${name}.json`))
    const old = files.splice(MOST_KEPT - 1)
    for (const file of old) await unlink(path.join(dir, file)).catch(unlessGone)
    files.unshift(`${name}.json`)
    // Names are out of order where the clock was put back.
    const isNewest = files[1] === undefined || files[1] < files[0]!
    known = isNewest ? { files, changedAt: await changedAt(dir) } : null
  }

  /** Cached until another process changes the folder: reading it costs more than all else that a mail needs. */
  async function list(): Promise<string[]> {
    const at = await changedAt(dir).catch(makeFolder)
    if (known?.changedAt === at) return known.files
    return (known = { files: await mailFiles(dir), changedAt: at }).files
  }

  async function makeFolder(error: unknown): Promise<bigint> {
    unlessGone(error)
    await mkdir(dir, { recursive: true })
    return changedAt(dir)
  }

  return {
    send: async (mail) => {
      requireOneAddress(mail.to.address)
      const written = last.then(() => keep(mail))
      last = written.catch(() => {})
      await written
    },
  }
}

/** Mails of an outbox, newest first; empty without a folder. */
export async function listOutbox(dir: string): Promise<StoredMail[]> {
  const read = async (file: string) => {
    try {
      const mail = JSON.parse(await readFile(path.join(dir, file), 'utf8')) as StoredMail
      return { ...mail, sentAt: new Date(mail.sentAt) }
    } catch (error) {
      // Deleted since the folder was listed.
      unlessGone(error)
      return null
    }
  }
  const mails = await Promise.all((await mailFiles(dir)).map(read))
  return mails.filter((mail) => mail !== null)
}

/** Time of the folder's last change, in nanoseconds. */
const changedAt = async (dir: string) => (await stat(dir, { bigint: true })).mtimeNs

async function mailFiles(dir: string): Promise<string[]> {
  try {
    const names = await readdir(dir)
    return names
      .filter((name) => FILE_NAME.test(name))
      .toSorted()
      .toReversed()
  } catch (error) {
    unlessGone(error)
    return []
  }
}

/** Rethrows all errors but a missing file or folder. */
function unlessGone(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
