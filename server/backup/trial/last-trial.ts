import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { BackupTrial } from '#server/ports/shop-backups.ts'

const FILE = 'last-trial.json'

const trial = z.object({
  file: z.string(),
  at: z.iso.datetime().transform((moment) => new Date(moment)),
  outcome: z.enum(['ok', 'failed', 'skipped']),
  words: z.string(),
  seconds: z.number(),
})
/** The last trial restore of the backups in a folder; null for none. */
export async function readLastTrial(dir: string): Promise<BackupTrial | null> {
  try {
    return trial.parse(JSON.parse(await readFile(path.join(dir, FILE), 'utf8')))
  } catch {
    return null
  }
}

/** Stores it beside the backups, where other programs of the shop find it too. */
export async function writeLastTrial(dir: string, found: BackupTrial): Promise<void> {
  const draft = path.join(dir, `${FILE}.part`)
  await writeFile(draft, `${JSON.stringify(found, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, path.join(dir, FILE))
}
