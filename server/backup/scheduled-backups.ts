import path from 'node:path'
import type { BackupWork } from '#contract/settings/backups.ts'
import type { Config } from '#server/config.ts'
import type { BackupCopies } from '#server/ports/backup-copies.ts'
import type { ShopBackups } from '#server/ports/shop-backups.ts'
import type { Services } from '#server/services.ts'
import { isBackup } from './backup-folder.ts'
import { backupLister } from './list-backups.ts'
import type { MakeIdentityTables } from './load-database.ts'
import type { Shop } from './take-backup.ts'
import { takingWhenDue } from './take-when-due.ts'
import { scheduleTrials } from './trial/schedule-trials.ts'
import { withoutKeys } from './look-inside/without-keys.ts'
import { readWork } from './work-file.ts'

export interface ScheduledBackups extends ShopBackups {
  /** Starts checking each minute whether a backup or a trial restore is due. */
  start(): void
  /** Only looks each minute what others took and tried. */
  watch(): void
  /** Takes a backup if it is due and none is running. */
  takeIfDue(): Promise<void>
  /** Restores the newest backup on trial if that is due and none is running. */
  tryIfDue(): Promise<void>
  /** Waits for the end of what is running. */
  settled(): Promise<void>
  /** Aborts what is running, and waits for its end. */
  stop(): Promise<void>
}

interface Options extends NonNullable<Config['backups']> {
  copies: BackupCopies | null
  makeIdentityTables: MakeIdentityTables
}

const LOOK_AGAIN_MS = 60_000

/**
 * Takes backups into a folder when they are due, or an admin asks, and retains the last few; between them one is restored
 * on trial. Of all that one runs at a time: a trial reads what a backup may be removing.
 */
export async function scheduleBackups(
  services: Pick<Services, 'clock' | 'log'>,
  shop: Shop,
  { makeIdentityTables, ...options }: Options,
): Promise<ScheduledBackups> {
  const { dir, everyMs, keep, trialEveryMs, copies } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const taking = await takingWhenDue({ ...services, ...options, shop, signal })
  const trials = await scheduleTrials(services, shop, { dir, everyMs: trialEveryMs, makeIdentityTables, signal })
  const list = backupLister(dir, copies)
  let underWay: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  const inTurn = (work: () => Promise<void>) => (underWay ??= work().finally(() => (underWay = null)))
  const look = () => inTurn(() => taking.takeIfDue().then(trials.tryIfDue))
  const eachMinute = (work: () => Promise<void>) => {
    timer = setInterval(() => void work(), LOOK_AGAIN_MS).unref()
    void work()
  }
  /** What was asked for here: the folder doesn't say so at once, or at all where it can't be written. */
  let asked: BackupWork | null = null
  const work = async () => (await readWork(dir)) ?? asked
  async function begin(what: BackupWork['what'], run: () => Promise<string | null>): Promise<boolean> {
    if ((await work())?.problem === null || underWay) return false
    asked = { what, done: 0, total: 0, problem: null }
    void inTurn(async () => {
      const problem = await run()
      asked = problem === null ? null : { what, done: 0, total: 0, problem }
    })
    return true
  }

  return {
    state: () => ({ ...taking.state(), trial: trials.last() }),
    everyMs,
    keep,
    trialEveryMs,
    copiesName: copies?.name ?? null,
    list: () => list(services.clock.now()),
    work,
    take: () => begin('backup', taking.takeNow),
    // What came of it is stored.
    try: (name) => begin('trial', () => trials.tryNow(name).then(() => null)),
    readWithoutKeys: async (name) => ((await isBackup(dir, name)) ? withoutKeys(path.join(dir, name)) : null),
    start: () => eachMinute(look),
    watch: () => eachMinute(() => inTurn(() => taking.look().then(trials.look))),
    takeIfDue: () => inTurn(taking.takeIfDue),
    tryIfDue: () => inTurn(trials.tryIfDue),
    settled: async () => underWay ?? undefined,
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await underWay
    },
  }
}
