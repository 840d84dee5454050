import { sql } from 'kysely'
import type { SearchSort } from '#contract/search/search-request.ts'
import { ascending, descending, intKey, timestampKey, type Ordering } from '#server/database/ordering.ts'

const posted = timestampKey(sql`s.posted_at`)
const price = intKey(sql`s.price`)

/** By relevance, ranked works are ordered by the program; these are what their cursors hold. */
export const searchOrderings: Record<SearchSort, Ordering> = {
  relevance: descending(intKey(sql`0`), posted),
  newest: descending(posted),
  price: ascending(price),
  '-price': descending(price),
}
