import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { BackupWork } from '#contract/settings/backups.ts'

const FILE = 'under-way.json'
const WRITE_EVERY_MS = 1000
/** A killed program leaves its file, which isn't written any more. */
const DEAD_AFTER_MS = 30_000

const form = z.object({
  what: z.enum(['backup', 'trial']),
  done: z.number(),
  total: z.number(),
  problem: z.string().nullable(),
})

/** Work whose progress is written beside the backups, where every program of the shop finds it. */
export interface ShownWork {
  update(done: number, total: number): void
  /** Removes the file; with a problem it stays, and says so until the next work. */
  end(problem: string | null): Promise<void>
}

/** Shows that work has begun, and how far it is. Files that can't be written hinder no work. */
export async function showWork(dir: string, what: BackupWork['what']): Promise<ShownWork> {
  const now: BackupWork = { what, done: 0, total: 0, problem: null }
  let writing = write(dir, now)
  const timer = setInterval(() => {
    writing = writing.then(() => write(dir, now))
  }, WRITE_EVERY_MS).unref()
  await writing
  return {
    update: (done, total) => void Object.assign(now, { done, total }),
    end: async (problem) => {
      clearInterval(timer)
      await writing
      if (problem === null) await rm(path.join(dir, FILE), { force: true })
      else await write(dir, { ...now, problem })
    },
  }
}

async function write(dir: string, work: BackupWork): Promise<void> {
  const draft = path.join(dir, `${FILE}.part`)
  try {
    await writeFile(draft, JSON.stringify(work), { mode: 0o600 })
    await rename(draft, path.join(dir, FILE))
  } catch {
    // What is under way says what is wrong with the folder.
  }
}

/** The work under way in a folder, in whatever program, or the latest that failed; null for none. */
export async function readWork(dir: string): Promise<BackupWork | null> {
  const file = path.join(dir, FILE)
  try {
    const work = form.parse(JSON.parse(await readFile(file, 'utf8')))
    const { mtimeMs } = await stat(file)
    return work.problem === null && Date.now() - mtimeMs > DEAD_AFTER_MS ? null : work
  } catch {
    return null
  }
}
