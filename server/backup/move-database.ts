import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import type { Client } from 'pg'
import { describeDataFolder } from '#server/database/embedded/data-folder.ts'
import { explainMark, readMovedMark, removeMovedMark, writeMovedMark } from '#server/database/marks/moved-mark.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import type { TableCheck } from './backup-format.ts'
import { refuseFullDatabase } from './empty-database.ts'
import { loadDatabase } from './load-database.ts'
import { nameDatabase } from './name-database.ts'
import { fromPlace, isSameDatabase, type Place, refuseOpenShop } from './open-place.ts'
import { beginSnapshot, checkTables, readRows, type Snapshot } from './read-tables.ts'
import type { RestoreOptions } from './restore-backup.ts'
import { refuseUnfinished } from './staging.ts'
import { differences, type RowsPiece } from './write-rows.ts'

interface Move {
  dataDir: string
  from: Place
  to: Place
}

export interface MoveOptions extends RestoreOptions {
  /** Points the data folder's tools at an address; null: at the folder's own database. */
  follow: (databaseUrl: string | null) => Promise<void>
}

/**
 * Moves the database of a stopped shop into an empty one: from the embedded one to a server, back, or between servers,
 * of any versions. Reads as a backup does, writes as a restore does, and compares both table by table. Then marks the
 * source, so that no shop and no tool opens it any more, points the data folder's tools at the target, and opens it.
 * Killed before the mark, the shop is still in the source; after it, in neither until the move is run again. A failure
 * leaves the source unchanged and the target empty. Pictures, keys and pages stay in the data folder. Refuses
 * (OperatorError) the shop's own database as a target, one that isn't empty, and a shop running on the source. Returns
 * the tables with counts and hashes; null where only the last step of an earlier move was left.
 */
export async function moveDatabase(move: Move, options: MoveOptions): Promise<readonly TableCheck[] | null> {
  const { dataDir, from, to } = move
  if (to.kind === 'embedded') await refuseUnfinished(dataDir)
  return fromPlace(dataDir, from, options.say, (source) =>
    removingUnusedCluster(move, ({ opened, arrived }) =>
      fromPlace(dataDir, to, options.say, async (target, url) => {
        opened()
        if (await isSameDatabase(source, target)) throw sameDatabase(move)
        await refuseOpenShop(source)
        const left = await readMovedMark(source)
        const arriving = await arrivingMove(target)
        if (left && left.move !== arriving) throw new OperatorError(explainMark(left))
        const name = arriving ?? randomUUID()
        const tables = left
          ? null
          : await copy(source, { target, url, name, isThere: arriving !== null }, move, options)
        arrived()
        if (!left) await leave(source, move, name)
        await options.follow(to.kind === 'server' ? to.url : null)
        await target.query('BEGIN')
        await removeMovedMark(target)
        await target.query('COMMIT')
        return tables
      }),
    ),
  )
}

interface Steps {
  opened: () => void
  arrived: () => void
}

/** Deletes an embedded database created for a move that failed, unless its folder had anything in it before. */
async function removingUnusedCluster<T>({ dataDir, to }: Move, work: (steps: Steps) => Promise<T>): Promise<T> {
  const { home } = describeDataFolder(dataDir)
  const isNew = to.kind === 'embedded' && (await readdir(home).catch(() => [])).length === 0
  let isUnused = false
  try {
    return await work({ opened: () => void (isUnused = isNew), arrived: () => void (isUnused = false) })
  } catch (error) {
    if (isUnused) await rm(home, { recursive: true, force: true })
    throw error
  }
}

function sameDatabase({ dataDir, from, to }: Move): OperatorError {
  const [here, there] = [from, to].map((place) => nameDatabase(place, dataDir))
  const also = here === there ? '' : `, which is also ${there}`
  return new OperatorError(`The shop is in ${here} already${also}: there is nothing to move. Nothing was changed.`)
}

/** Id of the unfinished move that loaded a database. */
async function arrivingMove(target: Client): Promise<string | null> {
  const mark = await readMovedMark(target)
  return mark?.state === 'arriving' ? mark.move : null
}

/** Marks the source in the transaction that read it, so that no write comes in between. */
async function leave(source: Client, { dataDir, to }: Move, name: string): Promise<void> {
  const place = nameDatabase(to, dataDir)
  await writeMovedMark(source, { move: name, state: 'away', place, isEmbedded: to.kind === 'embedded' })
  await source.query('COMMIT')
}

interface Target {
  target: Client
  url: string
  name: string
  /** Loaded by an earlier move that was cut off before the source was marked. */
  isThere: boolean
}

async function copy(source: Client, { target, url, name, isThere }: Target, move: Move, options: MoveOptions) {
  const { dataDir, from, to } = move
  const snapshot = await beginSnapshot(source, { writersWait: true })
  const advice =
    to.kind === 'embedded'
      ? `Move ${describeDataFolder(dataDir).home} away`
      : 'Make an empty one, and name that instead'
  if (isThere) return compare(source, snapshot, target, advice)
  await refuseFullDatabase(target, advice)
  const { makeIdentityTables, say, progress = () => {}, signal } = options
  const checks: TableCheck[] = []
  let done = 0
  const onRows = (rows: number) => {
    signal?.throwIfAborted()
    progress((done += rows), snapshot.rows)
  }
  await loadDatabase(url, {
    from: snapshot,
    pieces: piecesOf(source, snapshot, checks, onRows),
    expected: () => checks,
    name,
    arriving: { move: name, place: nameDatabase(from, dataDir), isEmbedded: from.kind === 'embedded' },
    makeIdentityTables,
    say,
  })
  return checks
}

/** Refuses a target whose rows differ from the source's (OperatorError). */
async function compare(source: Client, { tables }: Snapshot, target: Client, advice: string): Promise<TableCheck[]> {
  const sent = await checkTables(source, tables)
  const there = await beginSnapshot(target)
  const differ =
    JSON.stringify(there.tables) === JSON.stringify(tables)
      ? differences(sent, await checkTables(target, tables))
      : ['the tables are others']
  await target.query('COMMIT')
  if (differ.length === 0) return sent
  throw new OperatorError(
    `The target is not empty: an earlier move was cut off, and the shop has changed since (${differ.join('; ')}). ${advice}. Nothing was changed.`,
  )
}

async function* piecesOf(
  source: Client,
  { tables }: Snapshot,
  checks: TableCheck[],
  onRows: (rows: number) => void,
): AsyncGenerator<RowsPiece> {
  for (const table of tables) checks.push(yield* readRows(source, table, onRows))
}
