import { sql } from 'kysely'
import { oneOf, orNull, selected, text, time, uuid, type RowOf } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { isInDispute } from '#server/orders/orders.public.ts'

const recipientColumns = {
  accountId: uuid('account_id'),
  /** The provider's id; null while the seller was only reminded. */
  providerAccountId: orNull(text('provider_account_id')),
  status: orNull(oneOf('status', ['needs_more', 'checked', 'ready', 'refused'])),
  reason: orNull(text('reason')),
  bankRefusalId: orNull(text('bank_refusal_id')),
  bankRefusal: orNull(text('bank_refusal')),
  askedAt: orNull(time('asked_at')),
  remindedAt: orNull(time('reminded_at')),
}
const columns = selected(recipientColumns)
export type RecipientRow = RowOf<typeof recipientColumns>

/** What the provider says of an account. */
interface Report {
  status: NonNullable<RecipientRow['status']>
  reason: string | null
  bankRefusal: { id: string; reason: string } | null
}

export async function findRecipient(db: Db, accountId: string): Promise<RecipientRow | null> {
  const { rows } = await sql<RecipientRow>`SELECT ${columns} FROM recipients WHERE account_id = ${accountId}`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function findRecipientAtProvider(db: Db, providerAccountId: string): Promise<RecipientRow | null> {
  const { rows } = await sql<RecipientRow>`
    SELECT ${columns} FROM recipients WHERE provider_account_id = ${providerAccountId}`.execute(db)
  return rows[0] ?? null
}

/** Stores the account that a seller opened; keeps the one that they have. */
export async function insertRecipient(db: Db, accountId: string, providerAccountId: string): Promise<void> {
  await sql`
    INSERT INTO recipients (account_id, provider_account_id, status)
    VALUES (${accountId}, ${providerAccountId}, 'needs_more')
    ON CONFLICT (account_id) DO UPDATE SET provider_account_id = excluded.provider_account_id, status = 'needs_more'
    WHERE recipients.provider_account_id IS NULL`.execute(db)
}

/**
 * Stores what the provider says; null where it doesn't know the account any more. Returns whether a payout to the
 * seller's bank came back that wasn't known.
 */
export async function updateRecipient(
  tx: Tx,
  { accountId, bankRefusalId }: RecipientRow,
  report: Report | null,
  now: Date,
): Promise<boolean> {
  const { status = null, reason = null, bankRefusal = null } = report ?? {}
  await sql`
    UPDATE recipients SET status = ${status}, reason = ${reason}, asked_at = ${now},
      provider_account_id = CASE WHEN ${report !== null} THEN provider_account_id END,
      bank_refusal_id = ${bankRefusal?.id ?? null}, bank_refusal = ${bankRefusal?.reason ?? null}
    WHERE account_id = ${accountId}`.execute(tx)
  return bankRefusal !== null && bankRefusal.id !== bankRefusalId
}

/** True of `owed`, a row of `owed_orders`: money that a payout provider could transfer. */
export const isTransferable = sql`owed.amount > 0 AND NOT ${isInDispute(sql`owed.order_id`)}
  AND EXISTS (SELECT FROM payments p WHERE p.order_id = owed.order_id AND p.refund_reason IS NULL)`

/** Sellers' accounts that weren't ready when they were asked about before `before`, and are owed something. */
export async function listRecipientsToAsk(db: Db, before: Date, limit: number): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    SELECT ${columns} FROM recipients r
    WHERE status IN ('needs_more', 'checked') AND (asked_at IS NULL OR asked_at < ${before})
      AND EXISTS (SELECT FROM owed_orders owed WHERE owed.seller_id = r.account_id AND owed.amount > 0)
    ORDER BY asked_at NULLS FIRST LIMIT ${limit}`.execute(db)
  return rows
}

/**
 * Notes that sellers are reminded: those to whom money is owed that needs an account which they haven't finished, and
 * who weren't reminded after `since`. Returns each once.
 */
export async function takeSellersToRemind(tx: Tx, now: Date, since: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO recipients (account_id, reminded_at)
    SELECT a.id, ${now} FROM accounts a LEFT JOIN recipients r ON r.account_id = a.id
    WHERE a.closed_at IS NULL AND (r.status IS NULL OR r.status = 'needs_more')
      AND (r.reminded_at IS NULL OR r.reminded_at < ${since})
      AND a.id IN (SELECT owed.seller_id FROM owed_orders owed WHERE ${isTransferable})
    ORDER BY a.id LIMIT ${limit}
    ON CONFLICT (account_id) DO UPDATE SET reminded_at = excluded.reminded_at
    WHERE recipients.reminded_at IS NULL OR recipients.reminded_at < ${since}
    RETURNING account_id AS id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Why a transfer to a seller waits; null where none does. */
export async function findWaitingOf(db: Db, sellerId: string): Promise<'returned' | 'refused' | 'balance' | null> {
  const { rows } = await sql<{ why: 'returned' | 'refused' | 'balance' }>`
    SELECT CASE WHEN t.refused IN ('returned', 'balance') THEN t.refused ELSE 'refused' END AS why
    FROM owed_orders owed JOIN transfers t ON t.order_id = owed.order_id AND t.refused IN ('returned', 'balance', 'other')
    WHERE owed.seller_id = ${sellerId} AND owed.amount > 0 AND t.state <> 'made' ORDER BY t.since LIMIT 1`.execute(db)
  return rows[0]?.why ?? null
}
