import { sql } from 'kysely'
import type { ShownBook } from '#contract/books/shown-book.ts'
import { MOST_NEWS, type Dashboard } from '#contract/dashboard.ts'
import type { Money } from '#contract/money/currency-digits.ts'
import { moneyOf } from '#server/database/columns.ts'
import type { Db } from '#server/database/schema.ts'
import { select } from '#server/database/selection.ts'
import { openAccounts } from '#server/accounts/account-counts.public.ts'
import { PAID_STATES } from '#server/orders/order-states.public.ts'

const selection = {
  book: sql<ShownBook>`jsonb_build_object('id', b.id, 'title', b.title, 'author', b.author, 'images', b.images[1:1])`,
  price: sql<Money>`${moneyOf(sql`b.resale_price`, sql`b.currency`)}`,
}
const columns = select(selection)
const isForSale = sql`b.state = 'unsold' AND NOT b.is_paused AND b.removed_at IS NULL AND b.taken_down_at IS NULL`

/** Books for sale that saved searches of an account found since a moment, latest first. */
export async function listAppeared(db: Db, accountId: string, since: Date): Promise<Dashboard['appeared']> {
  const { rows } = await sql<Dashboard['appeared'][number]>`
    SELECT ${columns}, w.name AS search
    FROM want_matches m JOIN books b ON b.id = m.book_id LEFT JOIN wants w ON w.id = m.want_id
    WHERE m.account_id = ${accountId} AND m.mail_at > ${since} AND ${isForSale}
    ORDER BY m.mail_at DESC, m.book_id LIMIT ${MOST_NEWS}`.execute(db)
  return rows
}

/** How many of the latest favourites are looked at. */
const LATEST = 100

/** Favourites for sale whose price was lowered, as long as books show their former price. */
export async function listReduced(db: Db, accountId: string): Promise<Dashboard['reduced']> {
  const { rows } = await sql<Dashboard['reduced'][number]>`
    SELECT ${columns}, ${moneyOf(sql`b.was_price`, sql`b.currency`)} AS was
    FROM (SELECT f.* FROM favourites f WHERE f.account_id = ${accountId}
      ORDER BY f.added_at DESC, f.book_id DESC LIMIT ${sql.lit(LATEST)}) f
    JOIN books b ON b.id = f.book_id
    WHERE b.was_price > b.resale_price AND ${isForSale}
    ORDER BY f.added_at DESC, f.book_id LIMIT ${MOST_NEWS}`.execute(db)
  return rows
}

/** Books of a seller that were paid for since a moment and not given back, by week; weeks without any are left out. */
export async function countSold(db: Db, sellerId: string, since: Date): Promise<{ week: Date; count: number }[]> {
  const { rows } = await sql<{ week: Date; count: number }>`
    SELECT date_trunc('week', o.paid_at, 'UTC') AS week, count(*)::int AS count FROM orders o
    WHERE o.seller_id = ${sellerId} AND o.paid_at >= ${since} AND o.state IN ${PAID_STATES} GROUP BY 1`.execute(db)
  return rows
}

export async function countPeople(db: Db): Promise<{ sellers: number; buyers: number }> {
  const { rows } = await sql<{ sellers: number; buyers: number }>`
    SELECT ${openAccounts(['seller'])} AS sellers, ${openAccounts(['buyer', 'user'])} AS buyers`.execute(db)
  return rows[0]!
}
