import type { Page } from '#contract/call.ts'
import { ID_PATTERN } from '#contract/ids.ts'
import type { PageRequest } from '#contract/paging.ts'
import { refuse } from '#contract/problems.ts'
import type { CursorPosition, KeysetPage, Ordering, SortKey, WithSortKeys } from './ordering.ts'

// UTC, as our sessions are set.
const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/
const LARGEST_INT = 2 ** 31 - 1

const isKey: Record<SortKey['type'], (text: string) => boolean> = {
  timestamptz: isMoment,
  int: (text) => /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) <= LARGEST_INT,
  // NUL is the only character that PostgreSQL's texts can't hold.
  text: (text) => !text.includes('\0'),
}

/** The page that a request asks for. Refuses a cursor that isn't from one of our Link headers, or is for another sort. */
export const keysetOf = (page: PageRequest<string>, ordering: Ordering): KeysetPage => ({
  ordering,
  limit: page.limit,
  after: readCursor(page, ordering),
})

function readCursor({ cursor, sort }: PageRequest<string>, { keys: expected }: Ordering): CursorPosition | null {
  if (cursor === undefined) return null
  const [madeFor, id = '', ...keys] = partsOf(cursor)
  if (madeFor === undefined || !ID_PATTERN.test(id)) return refuseCursor('that cursor is not one of ours.')
  if (madeFor !== sort) return refuseCursor('that cursor is for another sort.')
  if (keys.length !== expected.length || !expected.every(({ type }, place) => isKey[type](keys[place]!)))
    return refuseCursor('that cursor is not one of ours.')
  return { keys, id }
}

function refuseCursor(why: string): never {
  return refuse('invalid_input', `Start from the first page: ${why}`, [
    { field: 'cursor', message: 'cursor comes from a Link header of ours, for the same sort' },
  ])
}

/** A moment as a key of a cursor. */
export const momentKey = (moment: Date): string => moment.toISOString().replace('T', ' ').replace('Z', '+00')

/** Sort, id and keys; empty where the text isn't a cursor. */
function partsOf(cursor: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : []
  } catch {
    return []
  }
}

/** Also checks that the day exists: a Date turns 31 February into 3 March, the database into an error. */
function isMoment(text: string): boolean {
  if (!MOMENT.test(text)) return false
  const moment = new Date(`${text.slice(0, 19).replace(' ', 'T')}Z`)
  return moment.getUTCFullYear() > 0 && moment.toISOString().startsWith(text.slice(0, 10))
}

/** Turns rows into a page with its next cursor. An extra row beyond the page says that there is more. */
export function pageOf<Row extends WithSortKeys, Item>(
  rows: Row[],
  { limit, sort }: PageRequest<string>,
  shape: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.map(shape), next: last ? cursorAfter(last, sort) : null }
}

/** Cursor of what comes after a row. */
export function cursorAfter({ id, sortKey, sortKey2 }: WithSortKeys, sort: string): string {
  const parts = [sort, id, sortKey, ...(sortKey2 === undefined ? [] : [sortKey2])]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}
