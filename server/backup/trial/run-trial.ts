import path from 'node:path'
import { countOf } from '#contract/wording.ts'
import { ADVISORY_LOCKS } from '#server/database/advisory-locks.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import type { BackupTrial } from '#server/ports/shop-backups.ts'
import type { Services } from '#server/services.ts'
import type { MakeIdentityTables } from '../load-database.ts'
import { openLongSession } from '../long-session.ts'
import type { Shop } from '../take-backup.ts'
import { writeLastTrial } from './last-trial.ts'
import { NoScratchError } from './scratch.ts'
import { showWork, type ShownWork } from '../work-file.ts'
import { tryBackup } from './try-backup.ts'

interface Options {
  makeIdentityTables: MakeIdentityTables
  signal: AbortSignal
}

/**
 * Restores a backup of the folder on trial, and stores what came of it beside the backups. Returns null, and does
 * nothing, while another program of the shop does so. An aborted one stores nothing.
 */
export async function runTrial(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  shop: Shop,
  { dir, name }: { dir: string; name: string },
  options: Options,
): Promise<BackupTrial | null> {
  const session = await openLongSession(shop.databaseUrl, 'dogear trial restore')
  let work: ShownWork | null = null
  try {
    const { rows } = await session.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
      ADVISORY_LOCKS.TRIAL_RESTORE,
    ])
    if (!rows[0]?.mine) return null
    work = await showWork(dir, 'trial')
    const began = performance.now()
    const found = await tryBackup(session, shop, path.join(dir, name), { ...options, progress: work.update }).then(
      ({ rows: all, tables, pictures, where }) => ({
        outcome: 'ok' as const,
        words: `It was restored into ${where}: ${countOf(all, 'row')} in ${countOf(tables, 'table')}, each as the backup says, and ${countOf(pictures, 'picture')}.`,
      }),
      (error: unknown) => {
        options.signal.throwIfAborted()
        if (!(error instanceof OperatorError)) log.error({ err: error }, 'backups: a trial restore ended in an error')
        const outcome = error instanceof NoScratchError ? ('skipped' as const) : ('failed' as const)
        return { outcome, words: error instanceof OperatorError ? error.message : UNEXPECTED }
      },
    )
    const seconds = Math.round((performance.now() - began) / 100) / 10
    const trial: BackupTrial = { file: name, at: clock.now(), ...found, seconds }
    await writeLastTrial(dir, trial)
    if (trial.outcome === 'failed') log.error({ file: name }, `backups: the trial restore failed: ${trial.words}`)
    else log.info({ file: name, seconds }, `backups: a trial restore: ${trial.words}`)
    return trial
  } finally {
    await work?.end(null)
    await session.end()
  }
}

const UNEXPECTED = 'It could not be restored, and the log says what went wrong.'
