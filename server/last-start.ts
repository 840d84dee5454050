import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from './files/make-folder.ts'
import { SETTINGS } from './config/settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

const fileOf = (dataDir: string) => path.join(dataDir, 'last-start.json')

/**
 * Stores a shop's settings in its data folder for its tools, which run in a plain shell and must use the same database.
 * The file holds passwords, so only its owner may read it.
 */
export async function saveLastSettings(dataDir: string, env: Environment): Promise<void> {
  const saved = Object.fromEntries(
    SETTINGS.flatMap((name) => (env[name]?.trim() && name !== 'DATA_DIR' ? [[name, env[name]]] : [])),
  )
  await makeFolder(dataDir)
  const draft = `${fileOf(dataDir)}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(saved, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, fileOf(dataDir))
}

/** Stores the shop's new database address for the tools. */
export async function saveDatabase(dataDir: string, databaseUrl: string | null): Promise<void> {
  const kept = await readLastSettings(dataDir)
  if (kept || databaseUrl !== null) await saveLastSettings(dataDir, { ...kept, DATABASE_URL: databaseUrl ?? undefined })
}

/** Reads the stored settings of this folder's shop; null where none ever started. */
export async function readLastSettings(dataDir: string): Promise<Environment | null> {
  try {
    const kept: unknown = JSON.parse(await readFile(fileOf(dataDir), 'utf8'))
    return typeof kept === 'object' ? (kept as Environment) : null
  } catch {
    return null
  }
}
