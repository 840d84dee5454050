import { sql } from 'kysely'
import { orNull, selected, text, time, uuid, type RowOf } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { isLive } from '#server/orders/orders.public.ts'

const bankDetailsColumns = {
  accountId: uuid('account_id'),
  /** Encrypted; null where the seller is paid by hand. */
  sealed: orNull(text('sealed')),
  since: time('since'),
}
const columns = selected(bankDetailsColumns)
type BankDetailsRow = RowOf<typeof bankDetailsColumns>

export async function findBankDetails(db: Db, accountId: string): Promise<BankDetailsRow | null> {
  const { rows } = await sql<BankDetailsRow>`
    SELECT ${columns} FROM bank_details WHERE account_id = ${accountId}`.execute(db)
  return rows[0] ?? null
}

/** Stores where an account's money goes, in place of what was stored before. */
export async function putBankDetails(tx: Tx, { accountId, sealed, since }: BankDetailsRow): Promise<void> {
  await sql`
    INSERT INTO bank_details (account_id, sealed, since) VALUES (${accountId}, ${sealed}, ${since})
    ON CONFLICT (account_id) DO UPDATE SET sealed = excluded.sealed, since = excluded.since`.execute(tx)
}

/** Returns whether there was anything to delete. */
export async function deleteBankDetails(tx: Tx, accountId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM bank_details WHERE account_id = ${accountId}`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Deletes the details of all who sell no more, or of one of them: closed accounts and admins, unless money is owed to
 * them or an order of theirs isn't over.
 */
export async function deleteUnneededBankDetails(db: Db, accountId: string | null): Promise<void> {
  await sql`
    DELETE FROM bank_details d USING accounts a
    WHERE a.id = d.account_id AND (${accountId}::uuid IS NULL OR a.id = ${accountId}::uuid)
      AND (a.closed_at IS NOT NULL OR a.role = 'admin')
      AND NOT EXISTS (SELECT FROM owed_orders owed WHERE owed.seller_id = a.id AND owed.amount > 0)
      AND NOT EXISTS (SELECT FROM orders o WHERE o.seller_id = a.id AND ${isLive})`.execute(db)
}
