import { sql, type RawBuilder } from 'kysely'

/** What rows are compared by. `type`: what its text in a cursor is turned back into. */
export interface SortKey {
  type: 'timestamptz' | 'int' | 'text'
  expression: RawBuilder<unknown>
}

/**
 * The order of a list: by one or two keys, then by id. All go in one direction, so that "after this row" is a single
 * comparison of rows, which an index can answer.
 */
export interface Ordering {
  direction: 'ASC' | 'DESC'
  keys: readonly [SortKey] | readonly [SortKey, SortKey]
}

/** Where a page ended: what its last row was sorted by, as text at the database's full precision, and its id. */
export interface CursorPosition {
  keys: string[]
  id: string
}

/** What a row of an ordered list carries along for the cursor. */
export interface WithSortKeys {
  id: string
  sortKey: string
  sortKey2?: string
}

export const timestampKey = (expression: RawBuilder<unknown>): SortKey => ({ type: 'timestamptz', expression })
export const intKey = (expression: RawBuilder<unknown>): SortKey => ({ type: 'int', expression })

/**
 * Text as people look it up: case and accents decide only between words that are the same otherwise, in every script
 * and on every server alike. The beginning is enough, and keeps cursors short.
 */
export const textKey = (text: RawBuilder<unknown>): SortKey => ({
  type: 'text',
  expression: sql`left(${text}, 80) COLLATE "und-x-icu"`,
})

export const ascending = (...keys: [SortKey] | [SortKey, SortKey]): Ordering => ({ direction: 'ASC', keys })
export const descending = (...keys: [SortKey] | [SortKey, SortKey]): Ordering => ({ direction: 'DESC', keys })

/** By a key of few values, in both directions; among rows of the same value the newest comes first. */
export const rankKeys = (rank: RawBuilder<unknown>, newest: SortKey) => ({
  up: descending(intKey(sql`-(${rank})`), newest),
  down: descending(intKey(rank), newest),
})

/** The parts of a statement that reads one page. `id` is the list's id column. */
export function pageParts({ keys, direction }: Ordering, id: RawBuilder<unknown>, after: CursorPosition | null) {
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
    /** A further condition, or nothing on the first page. */
    andAfter: values
      ? sql`AND (${sql.join(order)}) ${sql.raw(direction === 'ASC' ? '>' : '<')} (${sql.join(values)})`
      : sql``,
    orderBy: sql`ORDER BY ${sql.join(order.map((term) => sql`${term} ${sql.raw(direction)}`))}`,
  }
}
