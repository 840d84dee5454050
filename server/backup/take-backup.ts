import type { Client } from 'pg'
import { ADVISORY_LOCKS } from '#server/database/advisory-locks.ts'
import { refuseMoved } from '#server/database/marks/moved-mark.ts'
import { VERSION } from '#server/config/version.ts'
import { FORMAT, OPENING, type Opening, type TableCheck, tablePart } from './backup-format.ts'
import { countPictures, filesToBackUp, picturesToBackUp } from './data-files.ts'
import { openLongSession } from './long-session.ts'
import { beginSnapshot, readRows, type Snapshot } from './read-tables.ts'
import { type ArchiveWriter, createArchive } from './write-archive.ts'

/** Progress in rows and pictures. */
export type Progress = (done: number, total: number) => void

/** Source of a backup. */
export interface Shop {
  databaseUrl: string
  dataDir: string
}

export interface BackupReport {
  bytes: number
  rows: number
  pictures: number
  /** URLs of pictures that the database has and the disk has lost; some of them, where it lost many. */
  lost: string[]
  /** Pictures at hosts outside, which are not in the file: how many at each. */
  outside: Record<string, number>
}

const PART_BYTES = 1024 * 1024
const MOST_NAMED = 20

/**
 * Backs up a running shop into a file: a snapshot of the database, and its pictures, with keys, pages and the demo's
 * passwords. Everything acknowledged before the call is in it. The shop goes on working; only the deletion of unused
 * pictures waits. Refuses to replace a file, and a database without a shop or whose shop was moved elsewhere
 * (OperatorError); a failure leaves no file. Called twice, it takes two backups.
 */
export async function takeBackup(
  { databaseUrl, dataDir }: Shop,
  file: string,
  { now, progress = () => {}, signal }: { now: Date; progress?: Progress; signal?: AbortSignal },
): Promise<BackupReport> {
  const client = await openLongSession(databaseUrl, 'dogear backup')
  try {
    await refuseMoved(client)
    await client.query('SELECT pg_advisory_lock_shared($1)', [ADVISORY_LOCKS.PICTURES_STAY])
    const snapshot = await beginSnapshot(client)
    const count = counter(snapshot.rows + (await countPictures(client)), progress, signal)
    const archive = await createArchive(file)
    try {
      const { rows: _, ...from } = snapshot
      const opening: Opening = { format: FORMAT, program: VERSION, madeAt: now.toISOString(), ...from }
      await archive.add(OPENING, json(opening))
      for await (const { name, bytes } of filesToBackUp(dataDir)) await archive.add(name, bytes)
      const { pictures, lost, outside } = await addPictures(client, dataDir, archive, count)
      const tables = await addTables(client, snapshot, archive, count)
      const bytes = await archive.close({ tables, pictures, outside })
      return { bytes, rows: tables.reduce((sum, { rows }) => sum + rows, 0), pictures, lost, outside }
    } finally {
      await archive.discard()
    }
  } finally {
    await client.end()
  }
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value, null, 2))

function counter(total: number, progress: Progress, signal: AbortSignal | undefined): (more: number) => void {
  let done = 0
  return (more) => {
    signal?.throwIfAborted()
    progress((done += more), total)
  }
}

async function addPictures(client: Client, dataDir: string, archive: ArchiveWriter, count: (more: number) => void) {
  const lost: string[] = []
  const outside: Record<string, number> = {}
  let pictures = 0
  for await (const { url, host, files } of picturesToBackUp(client, dataDir)) {
    if (files.length > 0) pictures += 1
    else if (host !== null) outside[host] = (outside[host] ?? 0) + 1
    else if (lost.length < MOST_NAMED) lost.push(url)
    for (const { name, bytes } of files) await archive.add(name, bytes)
    count(1)
  }
  return { pictures, lost, outside }
}

async function addTables(
  client: Client,
  { tables }: Snapshot,
  archive: ArchiveWriter,
  count: (more: number) => void,
): Promise<TableCheck[]> {
  const checks: TableCheck[] = []
  for (const table of tables) {
    const parts = collector((bytes, part) => archive.add(tablePart(table.name, part), bytes))
    const pieces = readRows(client, table, count)
    let piece = await pieces.next()
    for (; !piece.done; piece = await pieces.next()) await parts.take(piece.value.chunk)
    await parts.flush()
    checks.push(piece.value)
  }
  return checks
}

/** Collects chunks into parts of about PART_BYTES: a tar entry's size has to be known beforehand. */
function collector(add: (bytes: Buffer, part: number) => Promise<void>) {
  let waiting: Uint8Array[] = []
  let size = 0
  let parts = 0
  const flush = async () => {
    if (size === 0) return
    const bytes = Buffer.concat(waiting)
    waiting = []
    size = 0
    await add(bytes, (parts += 1))
  }
  const take = async (chunk: Uint8Array) => {
    waiting.push(chunk)
    size += chunk.length
    if (size >= PART_BYTES) await flush()
  }
  return { take, flush }
}
