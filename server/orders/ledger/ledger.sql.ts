import { sql, type RawBuilder } from 'kysely'
import { feeOf, type FeeRule } from '#contract/money/club-fee.ts'
import type { LedgerAccount, MovementKind } from '#contract/orders/order-record.ts'
import type { Tx } from '#server/database/schema.ts'
import { movements, SHARE_KINDS } from './movements.rules.ts'

interface Movement {
  orderId: string
  kind: MovementKind
  /** The payment, refund or order behind the movement; each moves money once. */
  source: string
  /** Minor units; with 0 nothing is written. */
  amount: number
  currency: string
  at: Date
  /** Overrides the account of `movements`. */
  from?: LedgerAccount
  to?: LedgerAccount
}

/**
 * Inserts a movement, in the transaction that moves the money, and the club's fee with what changes the seller's share.
 * The order is locked.
 */
export async function insertMovement(tx: Tx, movement: Movement): Promise<void> {
  const { orderId, kind, source, amount, currency, at, ...sides } = movement
  if (amount === 0) return
  const { from, to } = { ...movements[kind], ...sides }
  await sql`
    WITH moved AS MATERIALIZED (SELECT gen_random_uuid() AS movement)
    INSERT INTO ledger_entries (movement, order_id, kind, source, account, amount, currency, at)
    SELECT movement, ${orderId}, ${kind}, ${source}, account, amount, ${currency}, ${at}
    FROM moved, (VALUES (${from}, ${-amount}::int), (${to}, ${amount}::int)) side (account, amount)`.execute(tx)
  if (SHARE_KINDS.includes(kind) && (from === 'seller' || to === 'seller')) await settleFee(tx, movement)
}

/** Moves the difference between the fee taken so far and that of the seller's present share. */
async function settleFee(tx: Tx, { orderId, kind, source, currency, at }: Movement): Promise<void> {
  const sumOf = (condition: RawBuilder<unknown>) => sql`coalesce(sum(e.amount) FILTER (WHERE ${condition}), 0)::int`
  const { rows } = await sql<FeeRule & { share: number; taken: number }>`
    SELECT o.fee_rate AS rate, o.fee_least AS least,
      ${sumOf(sql`e.account = 'seller' AND e.kind = ANY(${SHARE_KINDS}::text[])`)} AS share,
      ${sumOf(sql`e.account = 'fee'`)} AS taken
    FROM orders o JOIN ledger_entries e ON e.order_id = o.id WHERE o.id = ${orderId} GROUP BY o.id`.execute(tx)
  const { share, taken, ...rule } = rows[0]!
  const more = feeOf(rule, { minor: share, currency }) - taken
  const fee = { orderId, kind: 'fee', source: `${kind} ${source}`, amount: Math.abs(more), currency, at } as const
  await insertMovement(tx, more < 0 ? { ...fee, from: 'fee', to: 'seller' } : fee)
}

/** Account that a refund is taken from: the club's, or the seller's once it is owed to them. */
export async function refundFrom(tx: Tx, orderId: string, paymentId: string): Promise<'club' | 'seller'> {
  const { rows } = await sql<{ isOwed: boolean }>`
    SELECT refund_reason IS NULL AND EXISTS (SELECT FROM ledger_entries WHERE order_id = ${orderId} AND kind = 'owed')
      AS "isOwed"
    FROM payments WHERE id = ${paymentId}`.execute(tx)
  return rows[0]?.isOwed ? 'seller' : 'club'
}

/** Inserts what a transition moves: cash at the hand-over; at the end what was paid by card and not refunded or lost in a dispute. */
export async function insertMovementsOfTransition(
  tx: Tx,
  orderId: string,
  step: { from: string; to: string },
  at: Date,
): Promise<void> {
  if (step.from === 'agreed' && step.to === 'handed_over') {
    const { rows } = await sql<{ amount: number; currency: string }>`
      SELECT amount, currency FROM orders WHERE id = ${orderId}`.execute(tx)
    await insertMovement(tx, { orderId, kind: 'cash_payment', source: orderId, ...rows[0]!, at })
  }
  if (step.to !== 'done' || step.from === 'done') return
  const { rows } = await sql<{ amount: number; currency: string }>`
    SELECT p.amount - (SELECT coalesce(sum(r.amount), 0)::int FROM refunds r WHERE r.payment_id = p.id)
      - (SELECT coalesce(sum(d.borne), 0)::int FROM disputes d WHERE d.payment_id = p.id) AS amount, p.currency
    FROM payments p WHERE p.order_id = ${orderId} AND p.refund_reason IS NULL`.execute(tx)
  if (rows[0]) await insertMovement(tx, { orderId, kind: 'owed', source: orderId, ...rows[0], at })
}
