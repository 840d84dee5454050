import { sql } from 'kysely'
import type { BookSort, MyBookSort } from '#contract/sorts.ts'
import {
  ascending,
  rankKeys,
  descending,
  timestampKey,
  intKey,
  textKey,
  type Ordering,
} from '#server/database/ordering.ts'

const posted = timestampKey(sql`b.created_at`)
const price = intKey(sql`b.resale_price`)
const title = textKey(sql`b.title`)
const state = rankKeys(sql`CASE b.state WHEN 'unsold' THEN 0 WHEN 'claimed' THEN 1 ELSE 2 END`, posted)

/** Orderings of books; each has an index over the books for sale. */
export const bookOrderings: Record<BookSort, Ordering> = {
  newest: descending(posted),
  price: ascending(price),
  '-price': descending(price),
}

export const myBookOrderings: Record<MyBookSort, Ordering> = {
  ...bookOrderings,
  oldest: ascending(posted),
  name: ascending(title),
  '-name': descending(title),
  state: state.up,
  '-state': state.down,
}
