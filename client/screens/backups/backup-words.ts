import type { Backups, BackupKind, BackupWork, StoredBackup } from '#contract/settings/backups.ts'
import { countOf } from '#contract/wording.ts'

export const kindWords: Record<BackupKind, string> = {
  clock: 'Automatic',
  update: 'Before an update',
  hand: 'Taken by an admin',
}

const everyWords = (hours: number): string => (hours === 24 ? 'Every day' : `Every ${countOf(hours, 'hour')}`)

/** How often backups are taken, kept and tried: 'Every day we take a backup, and we keep the newest 7. …' */
export function howOften({ everyHours, keep, trialEveryDays, copiesTo }: Backups): string {
  const trial =
    trialEveryDays === null
      ? ''
      : ` ${trialEveryDays === 1 ? 'Every day' : 'Every week'} we restore the newest on trial.`
  return [
    `${everyWords(everyHours)} we take a backup, and we keep the newest ${keep}.`,
    copiesTo === null ? '' : ` Each one is copied to ${copiesTo}.`,
    trial,
  ].join('')
}

/** 'Taking a backup: 45 %.' */
export function progressWords(what: BackupWork['what'], done: number, total: number): string {
  const doing = what === 'backup' ? 'Taking a backup' : 'Restoring a backup on trial'
  return total > 0 ? `${doing}: ${Math.floor((100 * Math.min(done, total)) / total)} %.` : `${doing}…`
}

/** Why the latest backup failed; undefined where none did. */
export function failureWords({ work, failed }: Backups): string | undefined {
  if (work?.problem) return `The latest backup failed: ${work.problem}`
  return failed ? 'The latest backup failed, and the log says why. The shop tries again by itself.' : undefined
}

/** Where a backup is; the page says above where copies go. */
export function placeWords({ bytes, isAway }: StoredBackup): string {
  if (bytes === null) return 'Copy alone'
  return isAway ? 'Folder and copy' : 'Folder'
}
