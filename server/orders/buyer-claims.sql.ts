import { sql, type RawBuilder } from 'kysely'
import { STATES_HOLDING_THE_COPY, UNPAID_STATES } from './order-states.public.ts'

/** Earlier claims of a buyer that limit the next claim. */
export interface BuyerClaims {
  /** The order that this buyer has on the copy already. */
  liveOrderId: string | null
  /** Number of unpaid orders, on any copy. */
  open: number
  /** How this buyer's claim on the copy ended within the last day, if it did: by the buyer, by time, by the seller. */
  endedRecently: 'cancelled' | 'expired' | 'released' | null
  /** Times of the last day's claims, whatever their outcome; oldest first. */
  claimedAt: Date[]
}

/**
 * Ended by the club, or because the seller prefers cards: `last` is the event that ended it, missing for the oldest
 * orders.
 */
const isNoFaultOfTheBuyers = sql`coalesce(last.transition IN ('admin_closes_account', 'email_changes_hands')
  OR last.transition = 'seller_releases' AND last.reason = 'card_only', false)`

/** A SELECT list of these claims, as of the statement's start. `dayAgo`: since when a former claim counts as recent. */
export function buyerClaims(
  { buyerId, bookId }: { buyerId: string; bookId: string },
  dayAgo: Date,
): RawBuilder<unknown> {
  return sql`
    (SELECT id FROM orders WHERE book_id = ${bookId} AND buyer_id = ${buyerId}
      AND state IN ${STATES_HOLDING_THE_COPY}) AS "liveOrderId",
    (SELECT count(*)::int FROM orders WHERE buyer_id = ${buyerId} AND state IN ${UNPAID_STATES}) AS open,
    (SELECT CASE WHEN last.transition = 'seller_releases' THEN 'released' ELSE state END
      FROM orders LEFT JOIN LATERAL (SELECT transition, facts ->> 'reason' AS reason
        FROM order_events WHERE order_id = orders.id ORDER BY id DESC LIMIT 1) last ON true
      WHERE buyer_id = ${buyerId} AND book_id = ${bookId}
      AND state IN ('cancelled', 'expired') AND state_since > ${dayAgo} AND NOT ${isNoFaultOfTheBuyers}
      ORDER BY state_since DESC LIMIT 1) AS "endedRecently",
    ARRAY(SELECT created_at FROM orders WHERE buyer_id = ${buyerId} AND created_at > ${dayAgo}
      ORDER BY created_at) AS "claimedAt"`
}
