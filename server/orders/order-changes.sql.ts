import { sql, type RawBuilder } from 'kysely'
import {
  isLiveState,
  nextOrderState,
  orderBegins,
  type OrderBeginning,
  type OrderState,
  type OrderTransition,
} from '#contract/orders/order-life.ts'
import { MINUTE_MS } from '#contract/duration.ts'
import type { FeeRule } from '#contract/money/club-fee.ts'
import type { ReleaseReason } from '#contract/orders/hand-over.ts'
import { freeCopies, setCopyState, takeCopy } from '#server/books/copy-states.public.ts'
import { bookedJob } from '#server/database/add-job.ts'
import { namesOf, valuesFor, type RowOf } from '#server/database/columns.ts'
import { preparedStatement } from '#server/database/prepared-statements.ts'
import type { Tx } from '#server/database/schema.ts'
import { note } from '#server/tracing/work-notes.ts'
import { newSnapshot } from './book-snapshot.sql.ts'
import { STATES_HOLDING_THE_COPY } from './order-states.public.ts'
import { insertMovementsOfTransition } from './ledger/ledger.sql.ts'
import { newOrderColumns, type buyerColumns } from './order.columns.ts'
import { forgetClosedSides } from './orders.public.ts'
import { copyStateOf, dueAfter } from './orders.rules.ts'
import { buyerClaims, type BuyerClaims } from './buyer-claims.sql.ts'
import type { OrderRow } from './orders.sql.ts'
import { clockOf, clockStep, problemEnds } from './problems/stopped-clock.sql.ts'

/** The actor of a transition. */
export type Actor = { as: 'buyer' | 'seller' | 'admin'; id: string } | { as: 'time' | 'provider' | 'system' }

export interface ClaimRequest extends RowOf<typeof buyerColumns> {
  bookId: string
  buyerId: string
  paysInCash: boolean
  /** The club's fee, in the shop's currency. */
  fee: FeeRule & { currency: string }
  now: Date
  payBy: Date
}

/** The order that a claim opens. */
export interface OpenedOrder {
  id: string
  amount: number
  currency: string
}

/**
 * Decides the race for a copy: one statement turns it from unsold to claimed, opens the order with a snapshot of the
 * listing, writes its first event, books the job that ends the claim and both sides' emails, and reads the buyer's
 * earlier claims; a caller that finds the claim unfair rolls it back. `opened` is null when the copy isn't available.
 * Locks the buyer's account, so that nothing comes in between. `dayAgo`: since when a former claim counts as recent.
 */
export async function claimForBuyer(
  tx: Tx,
  claim: ClaimRequest,
  dayAgo: Date,
): Promise<{ opened: OpenedOrder | null; before: BuyerClaims }> {
  const { rows } = await claimStatement(claim, dayAgo).execute(tx)
  const { opened, ...before } = rows[0]!
  if (opened) note({ orderId: opened.id })
  return { opened, before }
}

/** How long a buyer has to pay before an email says that the copy is reserved. */
const RESERVED_MAIL_AFTER_MS = 5 * MINUTE_MS

/** The statement alone, because the bench runs it on another server too. */
export function claimStatement(
  claim: ClaimRequest,
  dayAgo: Date,
): RawBuilder<BuyerClaims & { opened: OpenedOrder | null }> {
  const end = bookedJob('expire_claim', sql`json_build_object('orderId', placed.id)`, sql`${claim.payBy}`)
  const news = (to: 'buyer' | 'seller', at?: Date) =>
    bookedJob(
      'send_mail',
      sql`json_build_object('name', 'order_news',
        'params', json_build_object('orderId', placed.id, 'to', ${sql.lit(to)}, 'news', 'reserved'))`,
      at && sql`${at}`,
    )
  // The receipt replaces the buyer's email where they pay at once.
  const later = new Date(claim.now.getTime() + RESERVED_MAIL_AFTER_MS)
  return sql`${preparedStatement}
    ${opening(claim)}
    SELECT (SELECT json_build_object('id', placed.id, 'amount', amount, 'currency', currency)
      FROM placed, ${end} AS ended, ${news('seller')} AS told, ${news('buyer', later)} AS told_buyer) AS opened,
      ${buyerClaims(claim, dayAgo)}`
}

const OPENING: OrderBeginning = 'buyer_claims'
const OPENED = orderBegins[OPENING]

function opening({ now, fee, ...claim }: ClaimRequest): RawBuilder<unknown> {
  const opened = valuesFor(newOrderColumns, {
    ...claim,
    bookId: sql`id`,
    sellerId: sql`seller_id`,
    state: sql.lit(OPENED),
    amount: sql`resale_price`,
    currency: sql`currency`,
    feeRate: fee.rate,
    // A listing may still be in the shop's former currency, in which there is no least fee.
    feeLeast: sql`CASE WHEN currency = ${fee.currency} THEN ${fee.least}::int ELSE 0 END`,
    orderedAt: now,
    since: now,
    dueAt: claim.payBy,
  })
  return sql`
    WITH claimed AS (
      ${takeCopy(claim.bookId, claim.buyerId, copyStateOf[OPENED])}
    ), placed AS (
      INSERT INTO orders (${namesOf(newOrderColumns)}, book_snapshot)
      SELECT ${opened}, ${newSnapshot} FROM claimed
      RETURNING id, buyer_id, created_at, amount, currency
    ), noted AS (
      INSERT INTO order_events (order_id, transition, to_state, actor, actor_id, at)
      SELECT id, ${sql.lit(OPENING)}, ${sql.lit(OPENED)}, 'buyer', buyer_id, created_at FROM placed
    )`
}

export interface Change {
  by: Actor
  now: Date
  /** Reasons as ids of payments and accounts; no contacts, because events stay. */
  facts?: Record<string, string>
}

/**
 * Makes a transition that the order's life allows, in one statement: updates the order's state and its copy, and
 * inserts the event with actor, time and reason. An order that ends loses the data of closed accounts and ends its open
 * problem. Throws unless the order is locked and unchanged since it was read. Returns the new state.
 */
export async function moveOrder(
  tx: Tx,
  { id, state: from }: Pick<OrderRow, 'id' | 'state'>,
  transition: OrderTransition,
  { by, now, facts = {} }: Change,
): Promise<OrderState> {
  const to = nextOrderState(from, transition)
  if (!to) throw new Error(`No order goes from ${from} by ${transition}.`)
  const { numAffectedRows } = await sql`
    WITH moved AS (
      UPDATE orders SET state = ${to}${entered(from, to, now)}${clockStep(transition, now)}${payment(transition, to, now)}${processing(transition, from, to, now)}${copyBack(transition, from, to)}
      WHERE id = ${id} AND state = ${from} RETURNING id, book_id
    )${copyStep(from, to, { transition, facts }, now)}${problemEnds(from, to, now)}
    INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
    SELECT id, ${transition}, ${from}, ${to}, ${by.as}, ${'id' in by ? by.id : null}::uuid, ${now}::timestamptz,
      ${JSON.stringify(facts)}::jsonb
    FROM moved`.execute(tx)
  if (numAffectedRows !== 1n) throw new Error(`Order ${id} is not ${from} any more; lock it before it is moved.`)
  await insertMovementsOfTransition(tx, id, { from, to }, now)
  if (!isLiveState(to)) await forgetClosedSides(tx, id)
  return to
}

/** Sets `state_since` and `due_at` of the new state. */
function entered(from: OrderState, to: OrderState, now: Date): RawBuilder<unknown> {
  if (from === to || to === 'claimed') return sql``
  return sql`, state_since = ${now}, ${clockOf(dueAfter(to, now), now)}`
}

/** Sets the payment columns: card when it is paid, cash at the hand-over. */
function payment(transition: OrderTransition, to: OrderState, now: Date): RawBuilder<unknown> {
  if (transition === 'buyer_chooses_cash') return sql`, pays_in_cash = true`
  if (transition === 'buyer_pays') return sql`, pays_in_cash = false, paid_at = ${now}`
  return to === 'handed_over' ? sql`, paid_at = coalesce(paid_at, ${now})` : sql``
}

/** Sets `processing_since`: from when the buyer's bank sends the payment until it is over, one way or the other. */
function processing(transition: OrderTransition, from: OrderState, to: OrderState, now: Date): RawBuilder<unknown> {
  if (transition === 'bank_sends_payment') return sql`, processing_since = ${now}`
  return transition === 'bank_refuses_payment' || from !== to ? sql`, processing_since = NULL` : sql``
}

/** Sets `copy_is_back`: whether the seller has to decide about the copy. */
function copyBack(transition: OrderTransition, from: OrderState, to: OrderState): RawBuilder<unknown> {
  const isRefunded = to === 'refunded' && from !== to
  return isRefunded || transition === 'seller_relists' ? sql`, copy_is_back = ${from === 'paid'}` : sql``
}

/** The copy's new state. An order that has released its copy doesn't touch it. */
function copyStep(
  from: OrderState,
  to: OrderState,
  { transition, facts }: { transition: OrderTransition; facts: NonNullable<Change['facts']> },
  now: Date,
): RawBuilder<unknown> {
  const isFreed = copyStateOf[to] === 'unsold' || transition === 'seller_relists'
  if (copyStateOf[from] === 'unsold' || (copyStateOf[from] === copyStateOf[to] && !isFreed)) return sql``
  return isFreed
    ? sql`, copy AS (${freeCopies(sql`SELECT book_id FROM moved`, now, facts.reason === NOT_AVAILABLE)})`
    : sql`, copy AS (${setCopyState(copyStateOf[to])})`
}

/** Pauses the copy: a seller without the copy can't sell it to the next buyer either. */
const NOT_AVAILABLE: ReleaseReason = 'not_available'

/**
 * Deletes orders with their payments and events; their copies are for sale again. Returns the card provider's ids of
 * the payments.
 */
export async function deleteOrders(tx: Tx, accountIds: string[], now: Date): Promise<string[]> {
  const theirs = sql`buyer_id = ANY(${accountIds}::uuid[]) OR seller_id = ANY(${accountIds}::uuid[])`
  // Lock the orders first, as every transition does; a running one finishes before.
  const { rows } = await sql<{ id: string; intentId: string | null }>`
    SELECT id, intent_id AS "intentId" FROM orders WHERE ${theirs} ORDER BY id FOR UPDATE`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`DELETE FROM payments WHERE order_id = ANY(${ids}::uuid[])`.execute(tx)
  await sql`
    WITH gone AS (DELETE FROM orders WHERE id = ANY(${ids}::uuid[]) RETURNING book_id, state)
    ${freeCopies(sql`SELECT book_id FROM gone WHERE state IN ${STATES_HOLDING_THE_COPY}`, now)}`.execute(tx)
  return rows.flatMap(({ intentId }) => intentId ?? [])
}
