import path from 'node:path'
import type { BackupCopies } from '#server/ports/backup-copies.ts'
import { newestFirst, sortNewestFirst } from './backup-folder.ts'

/**
 * Copies the newest backups of a folder to another place, those that it lacks, and retains as many there. Backups there
 * that the folder doesn't have count as well, so that a new machine deletes none of the old one's too soon. Safe to repeat.
 */
export async function copyAway(dir: string, keep: number, now: Date, copies: BackupCopies): Promise<void> {
  const there = new Set(await copies.list())
  const newest = sortNewestFirst([...there, ...(await newestFirst(dir, now))], now).slice(0, keep)
  for (const name of await newestFirst(dir, now))
    if (newest.includes(name) && !there.has(name)) await copies.put(name, path.join(dir, name))
  for (const name of sortNewestFirst([...there], now)) if (!newest.includes(name)) await copies.remove(name)
}
