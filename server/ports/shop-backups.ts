import type { BackupKind, BackupWork } from '#contract/settings/backups.ts'

/** State of the scheduled backups. */
export interface BackupState {
  /** Time of the newest backup; null when there is none. */
  last: Date | null
  /** Whether the latest try failed. */
  failed: boolean
  /** The last trial restore; null where there was none. */
  trial: BackupTrial | null
}

/** What came of a backup that was restored into a scratch database. */
export interface BackupTrial {
  /** Name of the backup. */
  file: string
  at: Date
  /** `skipped`: it couldn't be tried here, which says nothing of the backup. */
  outcome: 'ok' | 'failed' | 'skipped'
  /** What was found, in a sentence. */
  words: string
  seconds: number
}

export interface StoredBackup {
  name: string
  kind: BackupKind
  at: Date
  /** Null where only the place of the copies has it. */
  bytes: number | null
  /** Whether a copy is elsewhere. */
  isAway: boolean
}

/** The backups of a shop that takes them, for its admins. */
export interface ShopBackups {
  state(): BackupState
  everyMs: number
  keep: number
  /** How often one is restored on trial; null for never. */
  trialEveryMs: number | null
  /** Place of the copies, as its operator knows it; null where there are none. */
  copiesName: string | null
  /** All backups, newest first. */
  list(): Promise<StoredBackup[]>
  /** What is under way, in whatever process, or has failed since; null for nothing. */
  work(): Promise<BackupWork | null>
  /** Begins a backup; false while something else is under way. Resolves before it ends. */
  take(): Promise<boolean>
  /** Begins a trial restore of a backup in the folder; false while something else is under way. */
  try(name: string): Promise<boolean>
  /** A backup in the folder without its keys, as a download; null for an unknown name. */
  readWithoutKeys(name: string): Promise<AsyncIterable<Uint8Array> | null>
}
