import { sql } from 'kysely'
import type { SearchSort } from '#contract/search/search-request.ts'
import { ascending, descending, intKey, timestampKey, type Ordering } from '#server/database/ordering.ts'

const posted = timestampKey(sql`s.posted_at`)
const price = intKey(sql`s.price`)

/** Orderings of each sort. Relevance is ordered by the program; its columns are what a keyset cursor holds. */
export const searchOrderings: Record<SearchSort, Ordering> = {
  relevance: descending(intKey(sql`0`), posted),
  newest: descending(posted),
  price: ascending(price),
  '-price': descending(price),
}
