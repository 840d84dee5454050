import { sql } from 'kysely'
import { integer, minorUnits, oneOf, orNull, selected, text, time, uuid, type RowOf } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/schema.ts'

/** A reversal as the provider made it, in minor units. */
interface MadeReversal {
  providerReversalId: string
  amount: number
}

const reversalColumns = {
  id: uuid('id'),
  transferId: uuid('transfer_id'),
  amount: minorUnits('amount'),
  state: oneOf('state', ['asked', 'waiting', 'made']),
  tries: integer('tries'),
  providerReversalId: orNull(text('provider_reversal_id')),
  reason: orNull(text('reason')),
  nextTryAt: orNull(time('next_try_at')),
}
const columns = selected(reversalColumns)
export type ReversalRow = RowOf<typeof reversalColumns>

/** Transfers of orders that went below zero, without those that wait for a later try; and those with a reversal under way. */
export async function listTransfersToReverse(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (SELECT transfer_id AS id FROM transfer_reversals WHERE state = 'asked' LIMIT ${limit})
    UNION (SELECT t.id FROM owed_orders owed JOIN transfers t ON t.order_id = owed.order_id
      WHERE owed.amount < 0 AND t.state = 'made' AND t.reversed < t.amount AND NOT EXISTS (
        SELECT FROM transfer_reversals r WHERE r.transfer_id = t.id AND r.state = 'waiting' AND r.next_try_at > ${now})
      LIMIT ${limit})`.execute(db)
  return rows.map(({ id }) => id)
}

/** The reversal of a transfer that isn't made yet. */
export async function findOpenReversal(db: Db, transferId: string): Promise<ReversalRow | null> {
  const { rows } = await sql<ReversalRow>`
    SELECT ${columns} FROM transfer_reversals WHERE transfer_id = ${transferId} AND state <> 'made'`.execute(db)
  return rows[0] ?? null
}

/** What is owed for an order, in minor units; below zero where the seller owes it. */
export async function getOwed(db: Db, orderId: string): Promise<number> {
  const { rows } = await sql<{ amount: number }>`SELECT amount FROM owed_orders WHERE order_id = ${orderId}`.execute(db)
  return rows[0]?.amount ?? 0
}

/** Whether a reversal of any transfer of an order is under way. */
export async function isReversing(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM transfer_reversals r JOIN transfers t ON t.id = r.transfer_id
    WHERE t.order_id = ${orderId} AND r.state = 'asked' LIMIT 1`.execute(tx)
  return rows.length > 0
}

/** Starts a try: of the transfer's open reversal, or of a new one. The amount is of this moment. */
export async function startReversal(
  tx: Tx,
  open: ReversalRow | null,
  transferId: string,
  amount: number,
): Promise<ReversalRow> {
  const { rows } = open
    ? await sql<ReversalRow>`
        UPDATE transfer_reversals SET state = 'asked', tries = tries + 1, amount = ${amount}, next_try_at = NULL
        WHERE id = ${open.id} RETURNING ${columns}`.execute(tx)
    : await sql<ReversalRow>`
        INSERT INTO transfer_reversals (transfer_id, amount, state) VALUES (${transferId}, ${amount}, 'asked')
        RETURNING ${columns}`.execute(tx)
  return rows[0]!
}

/** Stores that a reversal of ours is made, with what moved. False where it is already. */
export async function markReversalMade(
  tx: Tx,
  id: string,
  { providerReversalId, amount }: MadeReversal,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE transfer_reversals SET state = 'made', provider_reversal_id = ${providerReversalId}, amount = ${amount},
      next_try_at = NULL, reason = NULL WHERE id = ${id} AND state <> 'made'`.execute(tx)
  return numAffectedRows === 1n
}

/** Stores a reversal that was made at the provider; returns its id, null where it is known. */
export async function insertProvidersReversal(
  tx: Tx,
  transferId: string,
  { amount, providerReversalId }: MadeReversal,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO transfer_reversals (transfer_id, amount, state, provider_reversal_id)
    VALUES (${transferId}, ${amount}, 'made', ${providerReversalId})
    ON CONFLICT (provider_reversal_id) DO NOTHING RETURNING id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Raises what of a transfer was taken back. */
export async function raiseReversed(tx: Tx, transferId: string, by: number): Promise<void> {
  await sql`UPDATE transfers SET reversed = reversed + ${by} WHERE id = ${transferId}`.execute(tx)
}

/** Has a reversal wait for its next try, unless this one isn't under way any more. */
export async function putOffReversal(
  tx: Tx,
  { id, tries }: Pick<ReversalRow, 'id' | 'tries'>,
  reason: string,
  nextTryAt: Date,
): Promise<void> {
  await sql`
    UPDATE transfer_reversals SET state = 'waiting', reason = ${reason}, next_try_at = ${nextTryAt}
    WHERE id = ${id} AND state = 'asked' AND tries = ${tries}`.execute(tx)
}

/** Has an order's transfer be tried again a while after it came back, where it is owed again. */
export async function insertReturned(
  tx: Tx,
  { orderId, recipient, amount, currency }: { orderId: string; recipient: string; amount: number; currency: string },
  { now, nextTryAt }: { now: Date; nextTryAt: Date },
): Promise<void> {
  await sql`
    INSERT INTO transfers (order_id, recipient, amount, currency, state, refused, since, next_try_at)
    VALUES (${orderId}, ${recipient}, ${amount}, ${currency}, 'waiting', 'returned', ${now}, ${nextTryAt})
    ON CONFLICT (order_id) WHERE state <> 'made' DO NOTHING`.execute(tx)
}
