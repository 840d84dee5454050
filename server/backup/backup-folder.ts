import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '#server/files/make-folder.ts'

const NAME = /^dogear-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/
const PART = '.part'

export const backupName = (now: Date): string => `dogear-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`

/** When a backup of our naming was taken; null for other names. */
function timeOf(name: string): Date | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}Z`) : null
}

/** The backups of our naming. What is empty, or a folder, is none, whatever it is called. */
async function backupsIn(dir: string): Promise<{ name: string; time: Date }[]> {
  const backups: { name: string; time: Date }[] = []
  for (const name of await readdir(dir)) {
    const time = timeOf(name)
    const file = time && (await stat(path.join(dir, name)).catch(() => null))
    if (time && file?.isFile() && file.size > 0) backups.push({ name, time })
  }
  return backups
}

/**
 * When the newest backup in the folder was taken; null when there is none. One from a moment ahead of the clock, which
 * was put back since, doesn't count: nobody knows how old it is.
 */
export async function newestBackup(dir: string, now: Date): Promise<Date | null> {
  const backups = await backupsIn(dir).catch(() => [])
  const times = backups.map(({ time }) => time.getTime()).filter((time) => time <= now.getTime())
  return times.length > 0 ? new Date(Math.max(...times)) : null
}

/** Makes the folder if need be, and removes the beginnings of backups that were cut off. */
export async function prepareBackupFolder(dir: string): Promise<void> {
  await makeFolder(dir, 0o700)
  for (const name of await readdir(dir))
    if (name.endsWith(PART) && timeOf(name.slice(0, -PART.length))) await rm(path.join(dir, name), { force: true })
}

/** Removes all backups but the newest few. Those from ahead of the clock count as the oldest. */
export async function removeOldBackups(dir: string, keep: number, now: Date): Promise<void> {
  const rank = ({ time }: { time: Date }) => (time > now ? Infinity : now.getTime() - time.getTime())
  const newestFirst = (await backupsIn(dir)).toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
  for (const { name } of newestFirst.slice(keep)) await rm(path.join(dir, name), { force: true })
}
