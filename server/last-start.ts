import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from './files/make-folder.ts'
import { FILE_NAMES } from './config/secret-files.ts'
import { SETTINGS } from './config/settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

const fileOf = (dataDir: string) => path.join(dataDir, 'last-start.json')

/** Names, with commas between them, of what was read from a file: tools read the files again. */
const OF_FILES = 'READ_FROM_FILES'
const KEPT: readonly string[] = [...SETTINGS, ...FILE_NAMES, OF_FILES].filter((name) => name !== 'DATA_DIR')

interface LastStart {
  environment: Environment
  /** The file of settings that was named; null for none. */
  envFile: string | null
  /** The settings in force. */
  values: Environment
}

/**
 * Stores what a shop was started with in its data folder: its environment, for tools, which run in a plain shell and
 * must use the same database; and where its database is, for starts. The file may hold passwords, so only its owner may
 * read it; other secrets of files stay where they are.
 */
export async function saveLastStart(dataDir: string, { environment, envFile, values }: LastStart): Promise<void> {
  const ofFiles = (['DATABASE_URL', 'DOGEAR_MODE'] as const).filter(
    (name) => values[name] && !environment[name]?.trim(),
  )
  await save(dataDir, {
    ...environment,
    DOGEAR_ENV_FILE: envFile ?? undefined,
    ...Object.fromEntries(ofFiles.map((name) => [name, values[name]])),
    [OF_FILES]: ofFiles.join(','),
  })
}

async function save(dataDir: string, env: Environment): Promise<void> {
  const saved = Object.fromEntries(KEPT.flatMap((name) => (env[name]?.trim() ? [[name, env[name]]] : [])))
  await makeFolder(dataDir)
  const draft = `${fileOf(dataDir)}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(saved, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, fileOf(dataDir))
}

/** Stores the shop's new database address for the tools. */
export async function saveDatabase(dataDir: string, databaseUrl: string | null): Promise<void> {
  const kept = await readLastSettings(dataDir)
  if (!kept && databaseUrl === null) return
  const ofFiles = namesOfFiles(kept).filter((name) => name !== 'DATABASE_URL')
  await save(dataDir, {
    ...kept,
    DATABASE_URL: databaseUrl ?? undefined,
    DATABASE_URL_FILE: undefined,
    // Other ways to the database that was left.
    DATABASE_DIRECT_URL: undefined,
    DATABASE_DIRECT_URL_FILE: undefined,
    DATABASE_REPLICA_URLS: undefined,
    DATABASE_REPLICA_URLS_FILE: undefined,
    [OF_FILES]: ofFiles.join(','),
  })
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

/** The part of them that came from the environment; null where no shop ever started. */
export async function environmentOfLastStart(dataDir: string): Promise<Environment | null> {
  const kept = await readLastSettings(dataDir)
  const ofFiles = namesOfFiles(kept)
  return kept && Object.fromEntries(Object.entries(kept).filter(([name]) => !ofFiles.includes(name)))
}

const namesOfFiles = (kept: Environment | null): string[] => (kept?.[OF_FILES] ?? '').split(',')
