import type { Db, Tx } from '#server/database/schema.ts'
import { deleteBankDetails, deleteUnneededBankDetails } from './bank-details.sql.ts'

/** Deletes an account's bank details: it is somebody else's from now on. */
export const forgetBankDetails = (tx: Tx, accountId: string): Promise<boolean> => deleteBankDetails(tx, accountId)

/**
 * Deletes the bank details of those who sell no more, or of one of them, once the club owes them nothing and their
 * orders are over. May be called as often as one likes.
 */
export const forgetUnneededBankDetails = (db: Db, accountId: string | null = null): Promise<void> =>
  deleteUnneededBankDetails(db, accountId)
