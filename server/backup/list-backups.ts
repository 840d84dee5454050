import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { BackupKind } from '#contract/settings/backups.ts'
import type { BackupCopies } from '#server/ports/backup-copies.ts'
import type { StoredBackup } from '#server/ports/shop-backups.ts'
import { type Kind, KINDS, newestFirst, readName } from './backup-folder.ts'

const WORDS: Record<Kind, BackupKind> = {
  'dogear-': 'clock',
  'dogear-before-update-': 'update',
  'dogear-by-hand-': 'hand',
}
/** The screen asks every few seconds while it waits; the other place isn't asked as often. */
const FRESH_MS = 30_000

/** Reader of all backups in a folder and of their copies elsewhere, newest first. While that place is away, without those. */
export function backupLister(dir: string, copies: BackupCopies | null): (now: Date) => Promise<StoredBackup[]> {
  let asked: { at: number; names: Promise<string[]> } | null = null
  const readAway = () => {
    const at = performance.now()
    if (copies && (!asked || at - asked.at > FRESH_MS)) asked = { at, names: copies.list().catch(() => []) }
    return asked?.names ?? []
  }
  return async (now) => {
    const away = new Set(await readAway())
    const here = await Promise.all(KINDS.map((kind) => newestFirst(dir, now, kind).catch(() => [])))
    const names = new Set([...here.flat(), ...away])
    const found = await Promise.all(Array.from(names, (name) => describe(dir, name, away.has(name))))
    return found.flatMap((one) => one ?? []).toSorted((a, b) => b.at.getTime() - a.at.getTime())
  }
}

/** A backup by its name; null for other names, and one that is gone since. */
async function describe(dir: string, name: string, isAway: boolean): Promise<StoredBackup | null> {
  const read = readName(name)
  const file = await stat(path.join(dir, name)).catch(() => null)
  return read && (file || isAway)
    ? { name, kind: WORDS[read.kind], at: read.at, bytes: file?.size ?? null, isAway }
    : null
}
