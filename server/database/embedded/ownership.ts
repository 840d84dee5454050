import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** What the owner of a data folder leaves beside it for those who come later. */
export interface Owner {
  pid: number
  /** Name of the program, as it is shown to people. */
  program: string
  /** Loopback port of its PostgreSQL; absent while that is starting or ending. */
  port?: number
  /** A tool, which ends by itself: a start may wait for it. */
  isTool: boolean
}

export interface Ownership {
  /** Tells others where PostgreSQL can be reached, or, with undefined, that it can't. */
  announce(port: number | undefined): void
  release(): void
}

/**
 * Makes us the owner of a folder, or returns null because another living program is.
 *
 * The lock is one that the kernel keeps on an open file and drops when its process ends, however it ends: nothing goes
 * stale, and no pid has to be believed (they are reused, and mean nothing between containers that share a folder).
 * Node has no such lock of its own, but SQLite takes exactly that on its file, on every platform.
 */
export function takeOwnership(folder: string, program: string, { isTool = false } = {}): Ownership | null {
  const lock = new DatabaseSync(path.join(folder, 'lock'))
  try {
    // A journal in memory leaves no second file behind.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw error
  }
  const announce = (port: number | undefined) =>
    writeFileSync(
      ownerFile(folder),
      JSON.stringify({ pid: process.pid, program, port, isTool } satisfies Loose<Owner>),
      {
        mode: 0o600,
      },
    )
  announce(undefined)
  HELD.add(lock)
  return {
    announce,
    release() {
      rmSync(ownerFile(folder), { force: true })
      HELD.delete(lock)
      lock.close()
    },
  }
}

/** The folder's owner as it wrote itself down; valid only while takeOwnership gives null. */
export function readOwner(folder: string): Owner | null {
  try {
    return JSON.parse(readFileSync(ownerFile(folder), 'utf8')) as Owner
  } catch {
    // Not there, or just being written.
    return null
  }
}

/** A lock that nobody refers to any more would be closed as garbage, and the folder be anybody's. */
const HELD = new Set<DatabaseSync>()
const SQLITE_BUSY = 5
const ownerFile = (folder: string) => path.join(folder, 'owner.json')
type Loose<T> = { [K in keyof T]: T[K] | undefined }
