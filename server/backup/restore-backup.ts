import { stat } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import { useEmbeddedDatabase } from '#server/database/embedded/start-embedded.ts'
import { matchMigrations } from '#server/database/migrate.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { readMigrations } from '#server/database/read-migrations.ts'
import { type Closing, type Opening, tableOfPart } from './backup-format.ts'
import { refuseFullDatabase } from './empty-database.ts'
import { finishLoad, loadDatabase, type MakeIdentityTables } from './load-database.ts'
import { openLongSession } from './long-session.ts'
import { type Archive, openArchive } from './read-archive.ts'
import { finishRestore, openStaging, placeStaged, refuseForeignFolder, refuseTaken, type Staging } from './staging.ts'
import type { Progress } from './take-backup.ts'
import type { RowsPiece } from './write-rows.ts'

export interface RestoreOptions {
  makeIdentityTables: MakeIdentityTables
  /** Receives whole sentences. */
  say: (line: string) => void
  /** Bytes read so far; the file is read twice. */
  progress?: Progress
  signal?: AbortSignal
}

/**
 * Restores a backup into an empty data folder, and its database into a new embedded one or the empty one that the
 * configuration names. Checks the whole file before anything is written; a failure, signal or power cut leaves folder
 * and database empty, or a folder that no shop starts in until the restore is repeated. Refuses an incomplete backup,
 * one of a newer program, a place that isn't empty, and root in another user's folder (OperatorError). Returns null
 * where an earlier restore had only its last step left, which is done.
 */
export async function restoreBackup(
  file: string,
  { dataDir, database }: Pick<Config, 'dataDir' | 'database'>,
  options: RestoreOptions,
): Promise<{ opening: Opening; end: Closing } | null> {
  await refuseForeignFolder(dataDir)
  const areRowsThere = async (name: string) => database.kind === 'server' && (await finishLoad(database.url, name))
  if (await finishRestore(dataDir, areRowsThere)) return null
  const checked = await check(file, options)
  await refuseTaken(dataDir)
  if (database.kind === 'server') await refuseFull(database.url)
  const staging = await openStaging(dataDir)
  try {
    if (database.kind === 'server') await fill(database.url, file, checked, staging, options)
    else await intoEmbedded(staging, options.say, (url) => fill(url, file, checked, staging, options))
  } catch (error) {
    await staging.discard()
    throw error
  }
  await staging.complete()
  await placeStaged(dataDir)
  return checked
}

/** Runs an embedded database in the staging folder for as long as the work takes. */
async function intoEmbedded(
  { dir }: Staging,
  log: (line: string) => void,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const embedded = await useEmbeddedDatabase({ dataDir: dir, program: 'npm run restore', log })
  try {
    await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

interface Checked {
  opening: Opening
  end: Closing
}

/** Reads the whole file once, before anything is written. */
async function check(file: string, { progress = () => {}, signal }: RestoreOptions): Promise<Checked> {
  const size = await sizeOf(file)
  const archive = await openArchive(file, (bytes) => progress(bytes, 2 * size))
  try {
    await matchMigrations(file, archive.opening.migrations, await readMigrations())
    for await (const _ of archive.entries) signal?.throwIfAborted()
    return { opening: archive.opening, end: archive.end() }
  } finally {
    await archive.close()
  }
}

async function refuseFull(url: string): Promise<void> {
  const client = await openLongSession(url, 'dogear restore')
  try {
    await refuseFullDatabase(client)
  } finally {
    await client.end()
  }
}

async function fill(url: string, file: string, { opening, end }: Checked, staging: Staging, options: RestoreOptions) {
  const { makeIdentityTables, say, progress = () => {}, signal } = options
  const size = await sizeOf(file)
  const archive = await openArchive(file, (bytes) => progress(size + bytes, 2 * size))
  const expected = () => {
    if (archive.end().sha256 !== end.sha256)
      throw new OperatorError(`${file} was changed meanwhile. Nothing was changed here.`)
    return end.tables
  }
  try {
    await loadDatabase(url, {
      from: opening,
      pieces: unpack(archive, staging, signal),
      expected,
      name: staging.name,
      makeIdentityTables,
      say,
    })
  } finally {
    await archive.close()
  }
}

/** Writes files to their places on the way, and yields the rows. */
async function* unpack(
  { entries }: Archive,
  staging: Staging,
  signal: AbortSignal | undefined,
): AsyncGenerator<RowsPiece> {
  for await (const { name, chunks } of entries) {
    signal?.throwIfAborted()
    const table = tableOfPart(name)
    if (!table) await staging.write(name, chunks)
    else for await (const chunk of chunks) yield { table, chunk }
  }
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )
