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

/** One that isn't finished by then never will be, and can be asked for again. */
const LONGEST_MS = DAY_MS

const mayBeMadeAgain = ({ finishedAt, failedAt }: ExportRow, now: Date) =>
  failedAt !== null || (finishedAt !== null && now.getTime() - finishedAt.getTime() >= EXPORT_AGAIN_MINUTES * MINUTE_MS)

const FULL =
  'Many members have asked for their data, and there’s no room for another file right now. Each is deleted after three days. Please try again tomorrow.'

/**
 * Books a file with all that the club has of an account. Asked for again while it is being made, or soon after, it is
 * the same one; later, or once that was given up, it takes the place of the one before. Refuses while the shop keeps as
 * much as it may.
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

/** How far it is. */
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
 * What stands in for the sign-in in the file's address, since a browser's download carries none: for the owner, for
 * minutes, and no longer than the club tokens of now. Refuses where no file is there.
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

/** The file at an address. Refuses forged or expired addresses, those from before a sign-out, and files that are gone. */
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
