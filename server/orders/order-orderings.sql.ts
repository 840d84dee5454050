import { sql } from 'kysely'
import type { MyBuyerSort, MyOrderSort } from '#contract/sorts.ts'
import {
  ascending,
  rankKeys,
  descending,
  timestampKey,
  intKey,
  textKey,
  type Ordering,
} from '#server/database/ordering.ts'
import { buyerNameOf } from './orders.sql.ts'
import { snapshotTitle } from './book-snapshot.sql.ts'

const ordered = timestampKey(sql`o.created_at`)
const price = intKey(sql`o.amount`)
const title = textKey(snapshotTitle)
const buyer = textKey(buyerNameOf())
const state = rankKeys(
  sql`coalesce(array_position('{claimed,agreed,paid,handed_over,done,refunded}', o.state), 7)`,
  ordered,
)
const byTime = { newest: descending(ordered), oldest: ascending(ordered) }
const byState = { state: state.up, '-state': state.down }

export const myOrderOrderings: Record<MyOrderSort, Ordering> = {
  ...byTime,
  name: ascending(title),
  '-name': descending(title),
  price: ascending(price),
  '-price': descending(price),
  ...byState,
}

export const myBuyerOrderings: Record<MyBuyerSort, Ordering> = {
  ...byTime,
  name: ascending(buyer),
  '-name': descending(buyer),
  book: ascending(title),
  '-book': descending(title),
  ...byState,
}
