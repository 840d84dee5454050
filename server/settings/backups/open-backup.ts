import type { Confirmation } from '#contract/accounts/admins.ts'
import { MINUTE_MS } from '#contract/duration.ts'
import type { Refuses } from '#contract/problems.ts'
import { BACKUP_LINK_MINUTES } from '#contract/settings/backups.ts'
import { findAccountById, type SignedInAccount } from '#server/accounts/accounts.public.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { requireConfirmation } from '#server/accounts/require-confirmation.ts'
import { readSignedToken, signedToken } from '#server/accounts/signed-token.ts'
import type { ShopBackups } from '#server/ports/shop-backups.ts'
import type { Services } from '#server/services.ts'
import { findHere, GONE, requireBackups } from './begin-work.ts'

type OpenServices = Pick<Services, 'db' | 'clock' | 'shop' | 'identity'>

const PURPOSE = 'download a backup'
const EXPIRED = 'This link has expired. Please start the download again, under Dashboard, Backups.'

/**
 * Signed address of a backup's download, since a browser's download sends no token: valid for minutes, and while the
 * admin stays one and signed in. The audit log has it. Refuses who isn't confirmed, and an unknown backup.
 */
export async function openBackup(
  services: OpenServices & Refuses<'not_offered' | 'not_found'>,
  backups: ShopBackups | null,
  name: string,
  { admin, confirmation, clientAddress }: { admin: SignedInAccount; confirmation: Confirmation; clientAddress: string },
): Promise<{ token: string }> {
  const { db, clock, shop, refuse } = services
  const here = requireBackups(services, backups)
  await requireConfirmation(services, admin, confirmation, clientAddress)
  const found = await findHere(here, name)
  if (!found) return refuse('not_found', GONE)
  const at = clock.now()
  const facts = { from: found.at.toISOString() }
  await db
    .transaction()
    .execute((tx) => writeAudit(tx, { kind: 'backup_downloaded', by: { as: 'admin', id: admin.id }, at, facts }))
  const until = String(at.getTime() + BACKUP_LINK_MINUTES * MINUTE_MS)
  const parts = [Buffer.from(name).toString('base64url'), admin.id, String(admin.version), until]
  return { token: signedToken(shop.addressSecret, PURPOSE, parts) }
}

/**
 * Opens the backup at a signed address, without its keys. Refuses forged or expired addresses, those of who isn't an admin
 * any more or has signed out, and backups that are gone.
 */
export async function readBackup(
  services: Pick<Services, 'db' | 'clock' | 'shop'> & Refuses<'not_found'>,
  backups: ShopBackups | null,
  token: string,
): Promise<{ name: string; content: AsyncIterable<Uint8Array> }> {
  const parts = readSignedToken(services.shop.addressSecret, PURPOSE, token) ?? []
  const [encoded = '', adminId = '', version = '', until = ''] = parts
  if (!(Number(until) > services.clock.now().getTime())) return services.refuse('not_found', EXPIRED)
  const account = await findAccountById(services.db, adminId)
  if (account?.role !== 'admin' || account.closedAt || String(account.version) !== version)
    return services.refuse('not_found', EXPIRED)
  const name = Buffer.from(encoded, 'base64url').toString()
  const content = await backups?.readWithoutKeys(name)
  return content ? { name, content } : services.refuse('not_found', GONE)
}
