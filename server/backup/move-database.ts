import { createHash, randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { explainMark, readMovedMark, writeMovedMark } from '#server/database/moved-mark.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { type Arrival, beginArrival, endArrival, isArriving } from './arrival.ts'
import type { TableCheck } from './backup-format.ts'
import { FullDatabaseError } from './empty-database.ts'
import { finishLoad, loadDatabase } from './load-database.ts'
import { nameDatabase } from './name-database.ts'
import { fromPlace, type Place, refuseOpenShop } from './open-place.ts'
import { beginSnapshot, checkRows, readRows, type Snapshot } from './read-tables.ts'
import { intoEmbedded, type RestoreOptions } from './restore-backup.ts'
import { isSameDatabase } from './same-database.ts'
import { completeStaging, MOVE, openStaging, placeStaged, refuseTaken, refuseUnfinished } from './staging.ts'
import type { RowsPiece } from './write-rows.ts'

interface Move {
  dataDir: string
  from: Place
  to: Place
}

export interface MoveOptions extends RestoreOptions {
  /** Has the data folder's tools look for the shop at an address from now on, null: in the folder itself. */
  follow: (databaseUrl: string | null) => Promise<void>
}

/**
 * Moves the database of a stopped shop into an empty one: from the embedded one to a server, back, or from server to
 * server, whatever their versions. Compares what arrived with what was sent, table by table. Then marks the source, so that
 * no shop and no tool opens it any more, has the data folder's tools follow, and opens the target. Killed before the mark,
 * the shop is still in the source; after it, in neither until the move is run again. A failure leaves the source as it was
 * and the target empty. Pictures, keys and pages stay in the data folder. Refuses (OperatorError) the shop's own database
 * as a target, one that isn't empty, and a shop that runs on the source. Answers the tables with their counts and hashes;
 * null where only the last step of an earlier move was left.
 */
export async function moveDatabase(move: Move, options: MoveOptions): Promise<readonly TableCheck[] | null> {
  const { dataDir, from, to } = move
  return fromPlace(dataDir, from, options.say, async (source) => {
    if (to.kind === 'server') await refuseSamePlace(source, move, to.url)
    await refuseOpenShop(source)
    return to.kind === 'server' ? toServer(source, move, to.url, options) : toEmbedded(source, move, options)
  })
}

async function refuseSamePlace(source: Client, { dataDir, from, to }: Move, url: string): Promise<void> {
  if (!(await isSameDatabase(source, url))) return
  const [here, there] = [from, to].map((place) => nameDatabase(place, dataDir))
  const also = here === there ? '' : `, which is also ${there}`
  throw new OperatorError(`The shop is in ${here} already${also}: there is nothing to move. Nothing was changed.`)
}

async function toServer(source: Client, move: Move, url: string, options: MoveOptions) {
  const mark = await readMovedMark(source)
  if (mark && !(mark.state === 'away' && (await isArriving(url, mark.move)))) throw new OperatorError(explainMark(mark))
  const name = mark?.move ?? `${MOVE}${randomUUID()}`
  const tables = mark ? null : await copy(source, url, options, { move: name, ...here(move) })
  if (!mark) await leave(source, move, name)
  await options.follow(url)
  await endArrival(url)
  return tables
}

async function toEmbedded(source: Client, move: Move, options: MoveOptions) {
  const { dataDir } = move
  const mark = await readMovedMark(source)
  const staged = await completeStaging(dataDir)
  if (mark && mark.move !== staged) throw new OperatorError(explainMark(mark))
  // A restore's is not ours to clear away; that of a move whose source has no mark says nothing any more.
  if (staged && !staged.startsWith(MOVE)) await refuseUnfinished(dataDir)
  const tables = mark ? null : await stage(source, move, options)
  await options.follow(null)
  await placeStaged(dataDir)
  return tables
}

/** All but the last step. */
async function stage(source: Client, move: Move, options: MoveOptions): Promise<readonly TableCheck[]> {
  const { dataDir } = move
  await refuseTaken(dataDir, ['postgres'])
  const staging = await openStaging(dataDir, MOVE)
  let tables: readonly TableCheck[] = []
  try {
    await intoEmbedded(staging, options.say, async (url) => void (tables = await copy(source, url, options)))
    await staging.complete()
  } catch (error) {
    await staging.discard()
    throw error
  }
  await leave(source, move, staging.name)
  return tables
}

const here = ({ dataDir, from }: Move) => ({ place: nameDatabase(from, dataDir), isEmbedded: from.kind === 'embedded' })
const there = ({ dataDir, to }: Move) => ({ place: nameDatabase(to, dataDir), isEmbedded: to.kind === 'embedded' })

/** Marks the source in the transaction in which it was read, so that no write comes in between. */
async function leave(source: Client, move: Move, name: string): Promise<void> {
  await writeMovedMark(source, { move: name, state: 'away', ...there(move) })
  await source.query('COMMIT')
}

async function copy(
  source: Client,
  url: string,
  { makeIdentityTables, say, progress = () => {}, signal }: MoveOptions,
  arriving?: Arrival,
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
      ...(arriving && { arriving }),
      makeIdentityTables,
      say,
    })
  } catch (error) {
    if (!(error instanceof FullDatabaseError)) throw error
    for (const table of snapshot.tables) checks.push(await checkRows(source, table))
    if (!(await finishLoad(url, nameOf(checks)))) throw error
    if (arriving && !(await beginArrival(url, arriving))) throw error
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
