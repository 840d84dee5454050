import { sql } from 'kysely'
import { disputeStatuses } from '#contract/orders/disputes.ts'
import {
  flag,
  integer,
  minorUnits,
  namesOf,
  oneOf,
  orNull,
  selected,
  text,
  time,
  uuid,
  valuesFor,
  type RowOf,
} from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/schema.ts'

const newDisputeColumns = {
  orderId: uuid('order_id'),
  paymentId: uuid('payment_id'),
  providerDisputeId: text('provider_dispute_id'),
  /** Whether its payment paid for the order. */
  counts: flag('counts'),
  status: oneOf('status', disputeStatuses),
  isInquiry: flag('is_inquiry'),
  amount: minorUnits('amount'),
  respondBy: orNull(time('respond_by')),
  openedAt: time('opened_at'),
  endedAt: orNull(time('ended_at')),
}
const disputeColumns = {
  ...newDisputeColumns,
  id: uuid('id'),
  /** What the bank has of the payment, as the ledger says. */
  withdrawn: minorUnits('withdrawn'),
  /** What of that it keeps. */
  taken: minorUnits('taken'),
  /** What of that the seller bears. */
  borne: minorUnits('borne'),
  /** The provider's fee, as the ledger says. */
  cost: integer('cost'),
  /** Raised by each change. */
  changes: integer('changes'),
}
const columns = selected(disputeColumns)

export type NewDispute = RowOf<typeof newDisputeColumns>
export type DisputeRow = RowOf<typeof disputeColumns>
export type DisputeChange = Pick<
  DisputeRow,
  'status' | 'isInquiry' | 'amount' | 'respondBy' | 'endedAt' | 'withdrawn' | 'taken' | 'borne' | 'cost'
>

export async function insertDispute(tx: Tx, dispute: NewDispute): Promise<DisputeRow> {
  const { rows } = await sql<DisputeRow>`
    INSERT INTO disputes (${namesOf(newDisputeColumns)}) VALUES (${valuesFor(newDisputeColumns, dispute)})
    RETURNING ${columns}`.execute(tx)
  return rows[0]!
}

export async function updateDispute(tx: Tx, id: string, to: DisputeChange): Promise<void> {
  await sql`
    UPDATE disputes SET status = ${to.status}, is_inquiry = ${to.isInquiry}, amount = ${to.amount},
      respond_by = ${to.respondBy}, ended_at = ${to.endedAt}, withdrawn = ${to.withdrawn}, taken = ${to.taken},
      borne = ${to.borne}, cost = ${to.cost}, changes = changes + 1
    WHERE id = ${id}`.execute(tx)
}

/** All disputes of an order, oldest first. */
export async function listDisputesOfOrder(db: Db, orderId: string): Promise<DisputeRow[]> {
  const { rows } = await sql<DisputeRow>`
    SELECT ${columns} FROM disputes WHERE order_id = ${orderId} ORDER BY opened_at, id`.execute(db)
  return rows
}

export async function findDispute(db: Db, id: string): Promise<DisputeRow | null> {
  const { rows } = await sql<DisputeRow>`SELECT ${columns} FROM disputes WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Raised by each change of a payment's disputes. */
export async function countDisputeChanges(db: Db, intentId: string): Promise<number> {
  const { rows } = await sql<{ changes: number }>`
    SELECT coalesce(sum(d.changes + 1), 0)::int AS changes
    FROM disputes d JOIN payments p ON p.id = d.payment_id WHERE p.intent_id = ${intentId}`.execute(db)
  return rows[0]!.changes
}

/** The provider's ids of the payments whose dispute is open, or is over without its money being back. */
export async function listIntentsInDispute(db: Db): Promise<string[]> {
  const { rows } = await sql<{ intentId: string }>`
    SELECT DISTINCT p.intent_id AS "intentId" FROM disputes d JOIN payments p ON p.id = d.payment_id
    WHERE d.ended_at IS NULL OR (d.status = 'closed' AND d.withdrawn > 0)`.execute(db)
  return rows.map(({ intentId }) => intentId)
}
