import { sql, type RawBuilder } from 'kysely'

/** Key of keyset pagination, an SQL expression. `type`: how its text in a cursor is parsed. */
export interface SortKey {
  type: 'timestamptz' | 'int' | 'text'
  expression: RawBuilder<unknown>
}

/**
 * Order of a list for keyset pagination: one or two keys, then the id. All have one direction, so that "after this row"
 * is a single row comparison, which an index answers.
 */
export interface Ordering {
  direction: 'ASC' | 'DESC'
  keys: readonly [SortKey] | readonly [SortKey, SortKey]
}

/** Position in keyset pagination: the last row's keys, as text at the database's full precision, and its id. */
export interface CursorPosition {
  keys: string[]
  id: string
}

/** A page of keyset pagination. Lists read one row more than `limit`, to know whether a next page exists. */
export interface KeysetPage {
  ordering: Ordering
  limit: number
  /** Null on the first page. */
  after: CursorPosition | null
}

/** Columns that a row of an ordered list carries for the cursor. */
export interface WithSortKeys {
  id: string
  sortKey: string
  sortKey2?: string
}

export const timestampKey = (expression: RawBuilder<unknown>): SortKey => ({ type: 'timestamptz', expression })
export const intKey = (expression: RawBuilder<unknown>): SortKey => ({ type: 'int', expression })

/**
 * Collates text for readers: case and accents only break ties, in every script and on every server alike. A prefix is
 * enough, and keeps cursors short.
 */
export const textKey = (text: RawBuilder<unknown>): SortKey => ({
  type: 'text',
  expression: sql`left(${text}, 80) COLLATE "und-x-icu"`,
})

export const ascending = (...keys: [SortKey] | [SortKey, SortKey]): Ordering => ({ direction: 'ASC', keys })
export const descending = (...keys: [SortKey] | [SortKey, SortKey]): Ordering => ({ direction: 'DESC', keys })

/** Orderings by a key of few values, in both directions; among equal values the newest comes first. */
export const rankKeys = (rank: RawBuilder<unknown>, newest: SortKey) => ({
  up: descending(intKey(sql`-(${rank})`), newest),
  down: descending(intKey(rank), newest),
})

/** Parts of a statement that reads one page. `id` is the list's id column. */
export function pageParts({ ordering, after }: KeysetPage, id: RawBuilder<unknown>) {
  const { keys, direction } = ordering
  const [first, second] = keys
  const order = [...keys.map(({ expression }) => expression), id]
  const values = after && [
    ...keys.map(({ type }, place) => sql`${after.keys[place]}::${sql.raw(type)}`),
    sql`${after.id}::uuid`,
  ]
  return {
    /** Selected beside the row's own columns. */
    columns: second
      ? sql`(${first.expression})::text AS "sortKey", (${second.expression})::text AS "sortKey2"`
      : sql`(${first.expression})::text AS "sortKey"`,
    /** Condition "after the cursor"; empty on the first page. */
    andAfter: values
      ? sql`AND (${sql.join(order)}) ${sql.raw(direction === 'ASC' ? '>' : '<')} (${sql.join(values)})`
      : sql``,
    orderBy: sql`ORDER BY ${sql.join(order.map((term) => sql`${term} ${sql.raw(direction)}`))}`,
  }
}
