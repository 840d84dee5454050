import { exportFailedMail } from './export-mails.ts'
import type { Tx } from '#server/database/schema.ts'
import { setFailed } from '#server/accounts/exports/exports.public.ts'

/**
 * Ends a file that was tried as often as any is, and books the email that says so: its owner may ask for another one at
 * once. Called twice, or for one that is finished or gone, nothing happens.
 */
export async function giveUpExport(tx: Tx, exportId: string, now: Date): Promise<void> {
  if (await setFailed(tx, exportId, now)) await exportFailedMail.book(tx, { exportId })
}
