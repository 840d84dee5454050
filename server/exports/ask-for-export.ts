import { DAY_MS, MINUTE_MS } from '#contract/duration.ts'
import { EXPORT_AGAIN_MINUTES, EXPORT_LINK_MINUTES, type ExportState } from '#contract/accounts/exports.ts'
import { ID_PATTERN } from '#contract/ids.ts'
import type { Refuses } from '#contract/problems.ts'
import { findAccountById, type SignedInAccount } from '#server/accounts/accounts.public.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import { readSignedToken, signedToken } from '#server/accounts/signed-token.ts'
import { addJob } from '#server/database/add-job.ts'
import type { Services } from '#server/services.ts'
import { hasRoom } from './exports.rules.ts'
import {
  findExport,
  findExportOf,
  insertExport,
  sumKeptBytes,
  type ExportRow,
} from '#server/accounts/exports/exports.public.ts'

/** An export that isn't finished by then has failed, and can be asked for again. */
const LONGEST_MS = DAY_MS

const mayBeMadeAgain = ({ finishedAt, failedAt }: ExportRow, now: Date) =>
  failedAt !== null || (finishedAt !== null && now.getTime() - finishedAt.getTime() >= EXPORT_AGAIN_MINUTES * MINUTE_MS)

const FULL =
  'Many members have asked for their data, and there’s no room for another file right now. Each is deleted after three days. Please try again tomorrow.'

/**
 * Books an export: a file with all that the club has of an account. While it is being made, or soon after, asking again
 * returns the same one; later, or after a failure, a new export replaces it. Refuses while exports use their whole
 * share of the disk.
 */
export async function askForExport(
  { db, clock, refuse }: Pick<Services, 'db' | 'clock'> & Refuses<'unavailable'>,
  account: Pick<SignedInAccount, 'id'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await lockOpenAccount(tx, account.id)
    const before = await findExportOf(tx, account.id, now)
    if (before && !mayBeMadeAgain(before, now)) return
    const exportId = await insertExport(tx, account.id, now, new Date(now.getTime() + LONGEST_MS))
    if (!hasRoom(await sumKeptBytes(tx, now))) refuse('unavailable', FULL)
    await addJob(tx, 'make_export', { exportId })
  })
}

/** State and progress of an export. */
export async function getExport(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  account: Pick<SignedInAccount, 'id'>,
): Promise<{ export: ExportState | null }> {
  const now = clock.now()
  const found = await findExportOf(db, account.id, now)
  if (!found) return { export: null }
  const { askedAt, done, total, bytes, expiresAt, failedAt } = found
  const ready = bytes !== null && {
    bytes,
    until: expiresAt,
    mayAskAgain: mayBeMadeAgain(found, now),
  }
  return { export: { askedAt, done, total, ready: ready || null, failed: failedAt !== null } }
}

const PURPOSE = 'download an export'
const EXPIRED = 'This link has expired. Please start the download again, on your account page.'
const GONE = 'This file isn’t there any more. You can ask for a new one.'

/**
 * Signed address of the file, since a browser's download sends no token: for the owner, valid for minutes, and no
 * longer than today's club tokens. Refuses where there is no file.
 */
export async function openExport(
  services: Pick<Services, 'db' | 'clock' | 'shop'> & Refuses<'not_found'>,
  account: Pick<SignedInAccount, 'id' | 'version'>,
): Promise<{ token: string }> {
  const now = services.clock.now()
  const found = await findExportOf(services.db, account.id, now)
  if (!found?.finishedAt) return services.refuse('not_found', GONE)
  const until = String(now.getTime() + EXPORT_LINK_MINUTES * MINUTE_MS)
  return { token: signedToken(services.shop.addressSecret, PURPOSE, [found.id, until, String(account.version)]) }
}

/**
 * Opens the file at a signed address. Refuses forged or expired addresses, those from before a sign-out, and deleted
 * files.
 */
export async function readExport(
  services: Pick<Services, 'db' | 'clock' | 'shop' | 'archives'> & Refuses<'not_found'>,
  token: string,
): Promise<{ bytes: number; madeAt: Date; content: AsyncIterable<Uint8Array> }> {
  const now = services.clock.now()
  const [id = '', until = '', version = ''] = readSignedToken(services.shop.addressSecret, PURPOSE, token) ?? []
  if (!ID_PATTERN.test(id) || !(Number(until) > now.getTime())) return services.refuse('not_found', EXPIRED)
  const found = await findExport(services.db, id)
  const account = found && (await findAccountById(services.db, found.accountId))
  if (account && String(account.version) !== version) return services.refuse('not_found', EXPIRED)
  const file = found && found.expiresAt > now ? await services.archives.read(id) : null
  return file && found?.finishedAt ? { ...file, madeAt: found.finishedAt } : services.refuse('not_found', GONE)
}
