import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { openBackupCopies } from '#server/open-stores.ts'

const STORE = 's3:'

/**
 * Works on a backup: a file, or `s3:NAME`, a copy in the object store, which is fetched into a folder of its own for as
 * long as that takes. Refuses a name that isn't there with those that are (OperatorError).
 */
export async function withCopy<Done>(
  config: Config,
  given: string,
  work: (file: string) => Promise<Done>,
): Promise<Done> {
  if (!given.startsWith(STORE)) return work(given)
  const copies = openBackupCopies(config)
  if (!copies)
    throw new OperatorError(
      'No object store keeps backups here: set S3_ENDPOINT and its companions, and S3_KEEPS=backups.',
    )
  const folder = await mkdtemp(path.join(tmpdir(), 'dogear-restore-'))
  try {
    const [name, file] = [given.slice(STORE.length), path.join(folder, 'backup.tar.gz')]
    const there = (await copies.list()).toSorted()
    if (!there.includes(name) || !(await copies.fetch(name, file)))
      throw new OperatorError(
        there.length === 0
          ? `${copies.name} has no backups.`
          : `Say which: ${copies.name} has ${there.map((one) => STORE + one).join(', ')}.`,
      )
    return await work(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
