import { sql, type RawBuilder } from 'kysely'
import { STATES_HOLDING_THE_COPY, UNPAID_STATES } from './order-states.public.ts'

/** A buyer's claims that decide whether another one is allowed. */
export interface BuyerClaims {
  /** The order that this buyer has on the copy already. */
  liveOrderId: string | null
  /** Unpaid orders of whatever copy. */
  open: number
  /** How this buyer's claim on the copy ended within the last day, if it did: by the buyer, by time, by the seller. */
  endedRecently: 'cancelled' | 'expired' | 'released' | null
  /** When the claims of the last day were made, whatever became of them; oldest first. */
  claimedAt: Date[]
}

/** The club ended it, or the seller would rather be paid by card: `last` is what ended it, unknown of the oldest orders. */
const isNoFaultOfTheBuyers = sql`coalesce(last.transition IN ('admin_closes_account', 'email_changes_hands')
  OR last.transition = 'seller_releases' AND last.reason = 'card_only', false)`

/** For SELECT: these, as they are when the statement begins. `dayAgo`: from when on a former claim counts as recent. */
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
