import type { Page } from '#contract/call.ts'
import { refuse } from '#contract/problems.ts'

/** Where a page ended: the last row's time, as text at the database's full precision, and its id. */
export interface Cursor {
  at: string
  id: string
}

// Our connections speak UTC.
const FORM = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Reads a cursor that came from one of our Link headers; null when none was given, refused when it isn't ours. */
export function readCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null
  const [, at, id] = FORM.exec(Buffer.from(text, 'base64url').toString('utf8')) ?? []
  if (!at || !id || !isMoment(at)) {
    return refuse('invalid_input', 'Start from the first page: that cursor is not one of ours.', [
      { field: 'cursor', message: 'cursor comes from a Link header of ours' },
    ])
  }
  return { at, id }
}

/** Whether the day exists, too: a Date makes the 3rd of March from a 31st of February, the database an error. */
function isMoment(at: string): boolean {
  const moment = new Date(`${at.slice(0, 19).replace(' ', 'T')}Z`)
  return moment.getUTCFullYear() > 0 && moment.toISOString().startsWith(at.slice(0, 10))
}

/** Turns rows, one more than the page holds if there are more, into a page. */
export function pageOf<Row, Item>(
  rows: Row[],
  limit: number,
  place: (row: Row) => Cursor,
  shape: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last !== undefined ? place(last) : null
  return { items: shown.map(shape), next: next && Buffer.from(`${next.at}|${next.id}`).toString('base64url') }
}
