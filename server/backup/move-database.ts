import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import type { Config } from '#server/config.ts'
import { startEmbeddedDatabase } from '#server/database/embedded/start-embedded.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import type { TableCheck } from './backup-format.ts'
import { FullDatabaseError } from './empty-database.ts'
import { finishLoad, loadDatabase } from './load-database.ts'
import { openLongSession } from './long-session.ts'
import { beginSnapshot, checkRows, readRows, type Snapshot } from './read-tables.ts'
import { intoEmbedded, type RestoreOptions } from './restore-backup.ts'
import { finishStaged, openStaging, refuseTaken } from './staging.ts'
import type { RowsPiece } from './write-rows.ts'

type Place = Config['database']

/**
 * Copies the database of a shop that is closed into an empty one: from the embedded one to a server, back, or from
 * server to server, whatever their versions. What arrived is compared with what was sent, table by table, before it
 * counts; the source stays as it was, and a failure leaves the target as empty as it was. Pictures, keys and pages stay
 * in the data folder, where both look for them. Refuses while a shop runs on the source, and a target that isn't empty
 * (OperatorError), unless an earlier move put the same there. Answers the tables with their counts and hashes; null when
 * only the last step of an earlier move was left, which was done.
 */
export async function moveDatabase(
  { dataDir, from, to }: { dataDir: string; from: Place; to: Place },
  options: RestoreOptions,
): Promise<readonly TableCheck[] | null> {
  if (to.kind === 'server') return fromPlace(dataDir, from, options, (source) => copy(source, to.url, options))
  if (await finishStaged(dataDir)) return null
  await refuseTaken(dataDir, ['postgres'])
  const staging = await openStaging(dataDir)
  try {
    const tables = await fromPlace(dataDir, from, options, async (source) => {
      let moved: readonly TableCheck[] = []
      await intoEmbedded(staging, options.say, async (url) => void (moved = await copy(source, url, options)))
      return moved
    })
    await staging.settle()
    return tables
  } catch (error) {
    await staging.discard()
    throw error
  }
}

/** Opens the source for as long as the work takes, and nobody else writes to it. */
async function fromPlace<T>(
  dataDir: string,
  from: Place,
  { say }: RestoreOptions,
  work: (source: Client) => Promise<T>,
): Promise<T> {
  // Says itself who has the folder when a shop runs.
  const server =
    from.kind === 'server'
      ? { url: from.url, stop: async () => {} }
      : await startEmbeddedDatabase({ dataDir, program: 'npm run move', log: say })
  try {
    const source = await openLongSession(server.url, 'dogear move')
    try {
      await refuseOpenShop(source)
      return await work(source)
    } finally {
      await source.end()
    }
  } finally {
    await server.stop()
  }
}

async function refuseOpenShop(source: Client): Promise<void> {
  const { rowCount } = await source.query(
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'dogear%'`,
  )
  if (rowCount)
    throw new OperatorError(
      'A shop, or one of its tools, is working on this database; stop it first, or what it writes meanwhile would stay behind. Nothing was changed.',
    )
}

async function copy(
  source: Client,
  url: string,
  { makeIdentityTables, say, progress = () => {}, signal }: RestoreOptions,
): Promise<readonly TableCheck[]> {
  const snapshot = await beginSnapshot(source, { writersWait: true })
  const checks: TableCheck[] = []
  let done = 0
  const onRows = (rows: number) => {
    signal?.throwIfAborted()
    progress((done += rows), snapshot.rows)
  }
  try {
    await loadDatabase(url, {
      from: snapshot,
      pieces: piecesOf(source, snapshot, checks, onRows),
      expected: () => checks,
      name: () => nameOf(checks),
      makeIdentityTables,
      say,
    })
  } catch (error) {
    if (!(error instanceof FullDatabaseError)) throw error
    for (const table of snapshot.tables) checks.push(await checkRows(source, table))
    if (!(await finishLoad(url, nameOf(checks)))) throw error
  }
  return checks
}

/** The same rows once more have the same name: so a move that was killed when all had arrived is known again. */
const nameOf = (checks: readonly TableCheck[]) => createHash('sha256').update(JSON.stringify(checks)).digest('hex')

async function* piecesOf(
  source: Client,
  { tables }: Snapshot,
  checks: TableCheck[],
  onRows: (rows: number) => void,
): AsyncGenerator<RowsPiece> {
  for (const table of tables) checks.push(yield* readRows(source, table, onRows))
}
