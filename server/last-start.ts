import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from './files/make-folder.ts'
import { SETTINGS } from './config/settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

const fileOf = (dataDir: string) => path.join(dataDir, 'last-start.json')

/**
 * Keeps the settings a shop was started with in its data folder, for its tools: they are called in a plain shell, and
 * must never work on another database than the shop's. It holds passwords, so its owner alone may read it.
 */
export async function keepSettings(dataDir: string, env: Environment): Promise<void> {
  const kept = Object.fromEntries(
    SETTINGS.flatMap((name) => (env[name]?.trim() && name !== 'DATA_DIR' ? [[name, env[name]]] : [])),
  )
  await makeFolder(dataDir)
  const draft = `${fileOf(dataDir)}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, fileOf(dataDir))
}

/** Has the tools find the shop where it is from now on, whatever it was last started with. */
export async function keepDatabase(dataDir: string, databaseUrl: string | null): Promise<void> {
  const kept = await recallSettings(dataDir)
  if (kept || databaseUrl !== null) await keepSettings(dataDir, { ...kept, DATABASE_URL: databaseUrl ?? undefined })
}

/** What the shop of this folder was last started with; null where none ever was. */
export async function recallSettings(dataDir: string): Promise<Environment | null> {
  try {
    const kept: unknown = JSON.parse(await readFile(fileOf(dataDir), 'utf8'))
    return typeof kept === 'object' ? (kept as Environment) : null
  } catch {
    return null
  }
}
