import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import { PAID_STATES } from '#server/orders/order-states.public.ts'
import type { Counted } from './figures.rules.ts'

/** The week of a moment, from Monday on. */
const weekOf = (moment: string) => sql`date_trunc('week', ${sql.ref(moment)}, 'UTC')`

/** Counts books listed per week; removed ones included. */
export async function countListings(db: Db, since: Date): Promise<Counted['listings']> {
  const { rows } = await sql<Counted['listings'][number]>`
    SELECT ${weekOf('listed.created_at')} AS week, count(*)::int AS count FROM (
      SELECT created_at FROM books WHERE created_at >= ${since} AND removed_at IS NULL
      UNION ALL SELECT created_at FROM books WHERE created_at >= ${since} AND removed_at IS NOT NULL) listed
    GROUP BY 1`.execute(db)
  return rows
}

/** Of what is sold by now: when it was paid, and half of them within how many days of being listed. */
export async function countSales(db: Db, since: Date): Promise<Counted['sales']> {
  const { rows } = await sql<Counted['sales'][number]>`
    SELECT ${weekOf('o.paid_at')} AS week, count(*)::int AS count,
      percentile_cont(0.5) WITHIN GROUP (
        ORDER BY greatest(0, extract(epoch FROM o.paid_at - b.created_at) / 86400)::float8) AS "medianDays"
    FROM orders o JOIN books b ON b.id = o.book_id
    WHERE o.paid_at >= ${since} AND o.state IN ${PAID_STATES} GROUP BY 1`.execute(db)
  return rows
}

/**
 * By the ledger's entries on the buyer's account: what they gave, and what they got back. What failed later is taken off
 * again, in the week in which it did.
 */
export async function sumMoney(db: Db, since: Date): Promise<Counted['money']> {
  const given = (...kinds: string[]) => sql`coalesce(sum(-e.amount) FILTER (WHERE e.kind = ANY(${kinds})), 0)::float8`
  const { rows } = await sql<Counted['money'][number]>`
    SELECT ${weekOf('e.at')} AS week, e.currency, ${given('card_payment')} AS card, ${given('cash_payment')} AS cash,
      coalesce(sum(e.amount) FILTER (WHERE e.kind NOT IN ('card_payment', 'cash_payment')), 0)::float8 AS refunded
    FROM ledger_entries e WHERE e.at >= ${since} AND e.account = 'buyer' GROUP BY 1, 2`.execute(db)
  return rows
}

/** By the ledger's entries on the account of fees. */
export async function sumFees(db: Db, since: Date): Promise<Counted['fees']> {
  const { rows } = await sql<Counted['fees'][number]>`
    SELECT ${weekOf('e.at')} AS week, e.currency, sum(e.amount)::float8 AS fees
    FROM ledger_entries e WHERE e.at >= ${since} AND e.account = 'fee' GROUP BY 1, 2`.execute(db)
  return rows
}
