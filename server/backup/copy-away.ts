import path from 'node:path'
import type { BackupCopies } from '#server/ports/backup-copies.ts'
import { newestFirst, sortNewestFirst } from './backup-folder.ts'

/**
 * Copies the newest backups of a folder to another place, those that it lacks, and retains as many there. Backups there
 * that the folder doesn't have count as well, so that a new machine deletes none of the old one's too soon. Safe to repeat.
 */
async function copyAway(dir: string, keep: number, now: Date, copies: BackupCopies): Promise<void> {
  const there = new Set(await copies.list())
  const newest = new Set(sortNewestFirst([...there, ...(await newestFirst(dir, now))], now).slice(0, keep))
  for (const name of await newestFirst(dir, now))
    if (newest.has(name) && !there.has(name)) await copies.put(name, path.join(dir, name))
  for (const name of sortNewestFirst([...there], now)) if (!newest.has(name)) await copies.remove(name)
}

/** Copies whenever there is a newer backup than at the last time that copying worked; does nothing without a place. */
export function newCopies(dir: string, keep: number, copies: BackupCopies | null) {
  let copied: Date | null = null
  return async (newest: Date | null, now: Date): Promise<void> => {
    if (!copies || !newest || newest.getTime() === copied?.getTime()) return
    await copyAway(dir, keep, now, copies)
    copied = newest
  }
}
