import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { newestBackup, newestFirst } from '#server/backup/backup-folder.ts'
import { openArchive } from '#server/backup/read-archive.ts'
import { readLastTrial } from '#server/backup/trial/last-trial.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import type { BackupCopies } from '#server/ports/backup-copies.ts'
import { fault, ok, skipped, warning, type Finding } from '#server/ports/finding.ts'
import { ageInWords, bytesInWords } from './words.ts'

interface Given {
  config: Pick<Config, 'mode' | 'backups' | 'dataDir'>
  copies: BackupCopies | null
  now: Date
  /** How long the newest one is read for; what is read by then is what was checked. */
  readForMs?: number
}

/** A late backup is told once this many of its intervals have passed. */
const LATE_AFTER = 1.5
const FAULT_AFTER = 3
const READ_FOR_MS = 45_000

/**
 * Whether backups are taken, how old the newest one is, whether it can be read to its end, what the last trial restore
 * found, and whether a copy is elsewhere.
 */
export async function checkBackups({ config, copies, now, readForMs = READ_FOR_MS }: Given): Promise<Finding[]> {
  const { finding, name } = await findNewest(config, now)
  const { backups, dataDir } = config
  if (!backups || name === null) return [finding]
  const file = path.join(backups.dir, name)
  return [
    finding,
    await readable(file, readForMs).catch(damaged),
    await lastTrial(backups, now),
    ...(await sameDisk(backups.dir, dataDir)),
    ...(copies ? [await copied(copies, name)] : []),
  ]
}

/** Whether backups are taken by themselves and how old the newest one is, whose name is null where there is none. */
export async function findNewest(
  { backups, mode }: Pick<Config, 'mode' | 'backups'>,
  now: Date,
): Promise<{ finding: Finding; name: string | null }> {
  if (!backups) {
    const finding =
      mode === 'live'
        ? warning('No backup is taken by itself.', 'Set BACKUP_DIR to a folder, on another disk if possible.')
        : skipped('No backup is taken by itself: BACKUP_DIR isn’t set, and this is a demo.')
    return { finding, name: null }
  }
  const newest = await newestBackup(backups.dir, now)
  const name = newest ? (await newestFirst(backups.dir, now))[0] : undefined
  if (newest !== null && name !== undefined)
    return { finding: ageOf(path.join(backups.dir, name), newest, now, backups.everyMs), name }
  const finding = fault(
    `There is no backup in ${backups.dir}.`,
    'While the shop runs one is taken within a minute; the log says why it failed. Look whether the folder can be written.',
  )
  return { finding, name: null }
}

function ageOf(file: string, newest: Date, now: Date, everyMs: number): Finding {
  const age = now.getTime() - newest.getTime()
  const found = `The newest backup is ${file}, taken ${ageInWords(age)} ago.`
  const cure =
    'Look into the log for “backups:”, which says why none was taken since; npm run backup -- FILE takes one.'
  if (age > everyMs * FAULT_AFTER) return fault(found, cure)
  return age > everyMs * LATE_AFTER ? warning(found, cure) : ok(found)
}

/** Reads it as a restore does, its checksum and its end included. */
async function readable(file: string, readForMs: number): Promise<Finding> {
  const deadline = performance.now() + readForMs
  let read = 0
  const { size } = await stat(file)
  const archive = await openArchive(file, (bytes) => (read = bytes))
  try {
    for await (const { chunks } of archive.entries)
      for await (const _ of chunks)
        if (performance.now() > deadline)
          return ok(
            `The first ${bytesInWords(read)} of its ${bytesInWords(size)} could be read, and no more was looked at for want of time.`,
          )
    const { tables, pictures } = archive.end()
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const count = new Intl.NumberFormat('en')
    return ok(
      `It can be read to its end, and its checksum is right: ${count.format(rows)} rows, ${count.format(pictures)} pictures, ${bytesInWords(size)}.`,
    )
  } finally {
    await archive.close()
  }
}

function damaged(error: unknown): Finding {
  if (!(error instanceof OperatorError)) throw error
  return fault(error.message, 'Keep the older backups until a new one can be read: npm run backup -- FILE takes one.')
}

async function lastTrial({ dir, trialEveryMs }: NonNullable<Config['backups']>, now: Date): Promise<Finding> {
  if (trialEveryMs === null) return skipped('No backup is restored on trial: BACKUP_TRIAL is off.')
  const trial = await readLastTrial(dir)
  if (!trial) return skipped('None was restored on trial yet; the first one is while the shop runs.')
  const age = now.getTime() - trial.at.getTime()
  const found = `${trial.file} was restored on trial ${ageInWords(age)} ago. ${trial.words}`
  if (trial.outcome === 'failed')
    return fault(found, 'Take another one (npm run backup -- FILE), and keep the older ones until a trial goes well.')
  if (trial.outcome === 'skipped')
    return warning(
      `The trial restore of ${ageInWords(age)} ago was left out. ${trial.words}`,
      'BACKUP_TRIAL=off ends it.',
    )
  return age > trialEveryMs * FAULT_AFTER
    ? warning(found, 'That is long ago: look into the log for “backups:”.')
    : ok(found)
}

async function sameDisk(dir: string, dataDir: string): Promise<Finding[]> {
  const [one, other] = await Promise.all([stat(dir), stat(dataDir).catch(() => null)])
  return one.dev === other?.dev
    ? [
        warning(
          'The backups lie on the same disk as the shop’s data.',
          'Copy them elsewhere, or set BACKUP_DIR to another disk: a disk that fails takes both.',
        ),
      ]
    : []
}

async function copied(copies: BackupCopies, name: string): Promise<Finding> {
  const names = await copies.list()
  return names.includes(name)
    ? ok(`A copy of it is at ${copies.name}.`)
    : warning(`It isn’t at ${copies.name} yet.`, 'It is copied within a minute; if not, the log says why.')
}
