import type { Backups } from '#contract/settings/backups.ts'
import { DAY_MS, HOUR_MS } from '#contract/duration.ts'
import type { ShopBackups } from '#server/ports/shop-backups.ts'

/** The backups of the shop for its admins, with what is being done; null where it takes none. */
export async function listBackups(backups: ShopBackups | null): Promise<{ backups: Backups | null }> {
  if (!backups) return { backups: null }
  const [list, work] = await Promise.all([backups.list(), backups.work()])
  const { failed, trial } = backups.state()
  return {
    backups: {
      everyHours: backups.everyMs / HOUR_MS,
      keep: backups.keep,
      trialEveryDays: backups.trialEveryMs === null ? null : backups.trialEveryMs / DAY_MS,
      copiesTo: backups.copiesName,
      failed,
      work,
      trial: trial && { name: trial.file, at: trial.at, outcome: trial.outcome, words: trial.words },
      list,
    },
  }
}
