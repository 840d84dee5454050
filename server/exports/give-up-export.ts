import { exportFailedMail } from './export-mails.ts'
import type { Tx } from '#server/database/schema.ts'
import { setFailed } from '#server/accounts/exports/exports.public.ts'

/**
 * Marks an export as failed after its last retry, and books the email about it: its owner may ask again at once. Does
 * nothing for one that is finished or deleted.
 */
export async function giveUpExport(tx: Tx, exportId: string, now: Date): Promise<void> {
  if (await setFailed(tx, exportId, now)) await exportFailedMail.book(tx, { exportId })
}
