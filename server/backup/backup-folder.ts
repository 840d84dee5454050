import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '#server/files/make-folder.ts'

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/
const PART = '.part'
/** File name prefix of scheduled backups; each kind is retained separately. */
export const BY_CLOCK = 'dogear-'
/** File name prefix of backups before an update. */
export const BEFORE_UPDATE = 'dogear-before-update-'
/** How many of these are kept: from before this update, and before the last. */
export const RETAINED_UPDATES = 2
/** File name prefix of backups that an admin asked for. */
export const BY_HAND = 'dogear-by-hand-'
export type Kind = typeof BY_CLOCK | typeof BEFORE_UPDATE | typeof BY_HAND
export const KINDS: readonly Kind[] = [BY_CLOCK, BEFORE_UPDATE, BY_HAND]

export const backupName = (now: Date, kind: Kind = BY_CLOCK): string =>
  `${kind}${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`

/** Kind and time of a backup, from its name; null for other names. */
export function readName(name: string): { kind: Kind; at: Date } | null {
  for (const kind of KINDS) {
    const at = timeOf(name, kind)
    if (at) return { kind, at }
  }
  return null
}

/** Time of a backup, from its name; null for other names. */
function timeOf(name: string, kind: Kind): Date | null {
  const [, day, hours, minutes, seconds] = (name.startsWith(kind) && TIME.exec(name.slice(kind.length))) || []
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}Z`) : null
}

/** Whether a folder has a backup of this name. Ignores folders, empty files, and names that aren't a backup's. */
export async function isBackup(dir: string, name: string): Promise<boolean> {
  if (readName(name) === null) return false
  const file = await stat(path.join(dir, name)).catch(() => null)
  return file !== null && file.isFile() && file.size > 0
}

/** Backups of a kind. Ignores folders and empty files. */
async function backupsIn(dir: string, kind: Kind): Promise<{ name: string; time: Date }[]> {
  const backups: { name: string; time: Date }[] = []
  for (const name of await readdir(dir)) {
    const time = timeOf(name, kind)
    if (time && (await isBackup(dir, name))) backups.push({ name, time })
  }
  return backups
}

/**
 * Time of the newest scheduled backup; null without one. Ignores times ahead of the clock, which was put back since:
 * their age is unknown.
 */
export async function newestBackup(dir: string, now: Date): Promise<Date | null> {
  const backups = await backupsIn(dir, BY_CLOCK).catch(() => [])
  const times = backups.map(({ time }) => time.getTime()).filter((time) => time <= now.getTime())
  return times.length > 0 ? new Date(Math.max(...times)) : null
}

/** Makes the folder if need be, and deletes unfinished backups. */
export async function prepareBackupFolder(dir: string, kind: Kind = BY_CLOCK): Promise<void> {
  await makeFolder(dir, 0o700)
  for (const name of await readdir(dir))
    if (name.endsWith(PART) && timeOf(name.slice(0, -PART.length), kind))
      await rm(path.join(dir, name), { force: true })
}

/**
 * Deletes all backups of a kind but the newest few. Times ahead of the clock count as the oldest. Of several with the
 * same `stateOf`, only the newest stays.
 */
export async function removeOldBackups(
  dir: string,
  keep: number,
  now: Date,
  {
    kind = BY_CLOCK,
    stateOf = path.basename,
  }: { kind?: Kind; stateOf?: (file: string) => string | Promise<string> } = {},
): Promise<void> {
  const retained = new Set<string>()
  for (const name of await newestFirst(dir, now, kind)) {
    const file = path.join(dir, name)
    const state = retained.size < keep ? await stateOf(file) : null
    if (state === null || retained.has(state)) await rm(file, { force: true })
    else retained.add(state)
  }
}

/** Names of the backups of a kind in a folder; those ahead of the clock come last. */
export async function newestFirst(dir: string, now: Date, kind: Kind = BY_CLOCK): Promise<string[]> {
  return sortNewestFirst(
    (await backupsIn(dir, kind)).map(({ name }) => name),
    now,
    kind,
  )
}

/** The same of names alone; leaves out those that are no backup's, and doubles. */
export function sortNewestFirst(names: readonly string[], now: Date, kind: Kind = BY_CLOCK): string[] {
  const rank = ({ time }: { time: Date }) => (time > now ? Infinity : now.getTime() - time.getTime())
  const backups = [...new Set(names)].flatMap((name) => {
    const time = timeOf(name, kind)
    return time ? [{ name, time }] : []
  })
  return backups.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name)).map(({ name }) => name)
}
