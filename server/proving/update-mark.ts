import { randomUUID } from 'node:crypto'
import { chown, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { syncFolder } from '#server/files/sync-folder.ts'

const program = z.object({ root: z.string(), version: z.string() })

const mark = z.object({
  /** `closed`: no program opens the shop. `proving`: that in `opens` does, and takes nothing from people. */
  state: z.enum(['closed', 'proving']),
  /** Folder of the program that may open the shop. */
  opens: z.string(),
  /** Secret by which the update tells the program that it is the one that asks. */
  token: z.string(),
  from: program,
  to: program,
  /** The link that names the current program's folder. */
  link: z.string(),
  /** From before the new program touched anything; null until it is taken. */
  backup: z.string().nullable(),
  /** Migrations that the database had before. */
  before: z.array(z.string()),
  /** Folder of the database's files from before, where the update has moved them; null where they are in their place. */
  aside: z.string().nullable(),
})

/** An update of a shop that is under way; in its data folder, so that a start sees it and a cut-off one can be undone. */
export type UpdateMark = z.infer<typeof mark>

const fileOf = (dataDir: string) => path.join(dataDir, 'update.json')

/** The mark of a data folder; null where no update is under way. */
export async function readUpdateMark(dataDir: string): Promise<UpdateMark | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : mark.parse(JSON.parse(text))
}

/** Writes the mark, durably; only the folder's owner can read it. */
export async function writeUpdateMark(dataDir: string, written: UpdateMark): Promise<void> {
  const draft = `${fileOf(dataDir)}.${randomUUID()}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(written, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  // An update that root runs is of another user's shop.
  const { uid, gid } = await stat(dataDir)
  if (process.getuid?.() === 0) await chown(draft, uid, gid)
  await rename(draft, fileOf(dataDir))
  await syncFolder(dataDir)
}

/** Ends the update: from then on the shop takes whatever comes. */
export async function removeUpdateMark(dataDir: string): Promise<void> {
  await rm(fileOf(dataDir), { force: true })
  await syncFolder(dataDir)
}
