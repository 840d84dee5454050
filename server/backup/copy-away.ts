import path from 'node:path'
import type { BackupCopies } from '#server/ports/backup-copies.ts'
import { BEFORE_UPDATE, KINDS, type Kind, newestFirst, RETAINED_UPDATES, sortNewestFirst } from './backup-folder.ts'

/**
 * Copies the newest backups of each kind to another place, those that it lacks, and retains as many there. Backups there
 * that the folder doesn't have count as well, so that a new machine deletes none of the old one's too soon. Safe to repeat.
 */
async function copyAway(dir: string, keep: number, now: Date, copies: BackupCopies): Promise<void> {
  const there = new Set(await copies.list())
  for (const kind of KINDS) {
    const here = await newestFirst(dir, now, kind)
    const most = kind === BEFORE_UPDATE ? RETAINED_UPDATES : keep
    const newest = new Set(sortNewestFirst([...there, ...here], now, kind).slice(0, most))
    for (const name of here) if (newest.has(name) && !there.has(name)) await copies.put(name, path.join(dir, name))
    for (const name of sortNewestFirst([...there], now, kind)) if (!newest.has(name)) await copies.remove(name)
  }
}

/** Copies whenever there are other backups than at the last time that copying worked; does nothing without a place. */
export function newCopies(dir: string, keep: number, copies: BackupCopies | null) {
  let copied: string | null = null
  return async (now: Date): Promise<void> => {
    if (!copies) return
    const names = await Promise.all(KINDS.map((kind: Kind) => newestFirst(dir, now, kind)))
    const here = names.flat().join()
    if (here === '' || here === copied) return
    await copyAway(dir, keep, now, copies)
    copied = here
  }
}
