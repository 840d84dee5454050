import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Description of a data folder's owner, for later programs. */
export interface Owner {
  pid: number
  /** Display name of the program. */
  program: string
  /** Loopback port of its PostgreSQL; absent while that is starting or ending. */
  port?: number
  /** A tool, which ends by itself: a shop's start may wait for it. */
  isTool: boolean
}

export interface Ownership {
  /** Publishes PostgreSQL's port; undefined withdraws it. */
  announce(port: number | undefined): void
  release(): void
}

/**
 * Takes the lock of a folder, or returns null because another living program has it.
 * The kernel drops a file lock when its process ends in any way: nothing goes stale, and no pid has to be trusted (pids
 * are reused, and mean nothing between containers that share a folder). Node has no such lock, but SQLite takes exactly
 * that on its file, on every platform.
 */
export function takeOwnership(folder: string, program: string, { isTool = false } = {}): Ownership | null {
  const lock = new DatabaseSync(path.join(folder, 'lock'))
  try {
    // A journal in memory leaves no second file.
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
  OPEN_LOCKS.add(lock)
  return {
    announce,
    release() {
      rmSync(ownerFile(folder), { force: true })
      OPEN_LOCKS.delete(lock)
      lock.close()
    },
  }
}

/** The owner's own description; valid only while takeOwnership returns null. */
export function readOwner(folder: string): Owner | null {
  try {
    return JSON.parse(readFileSync(ownerFile(folder), 'utf8')) as Owner
  } catch {
    // Missing, or being written.
    return null
  }
}

/** Holds references: garbage collection would close the lock's file and release it. */
const OPEN_LOCKS = new Set<DatabaseSync>()
const SQLITE_BUSY = 5
const ownerFile = (folder: string) => path.join(folder, 'owner.json')
type Loose<T> = { [K in keyof T]: T[K] | undefined }
