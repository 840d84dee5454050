import type { ClientBase } from 'pg'
import { OperatorError } from '../operator-error.ts'

/** Mark left by a move in a database that isn't the shop's, or not yet. */
export interface MovedMark {
  /** Id of the move, the same in both databases. */
  move: string
  /** 'away': the shop is elsewhere now. 'arriving': the move is unfinished. */
  state: 'away' | 'arriving'
  /** Describes the other database without a password; whether it is embedded. */
  place: string
  isEmbedded: boolean
  at: Date
}

const TABLE = `CREATE TABLE IF NOT EXISTS public.moved_shop (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  move text NOT NULL,
  state text NOT NULL CHECK (state IN ('away', 'arriving')),
  place text NOT NULL,
  is_embedded boolean NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
)`

/**
 * Entry among the migrations of a marked database. No program knows it: a program too old for marks refuses the
 * database as well, and a running program notices it.
 */
export const MOVED = '9999-moved-to-another-database.sql'

/** The mark of a database; null where there is none. */
export async function readMovedMark(client: ClientBase): Promise<MovedMark | null> {
  const { rowCount } = await client.query(`SELECT WHERE to_regclass('public.moved_shop') IS NOT NULL`)
  if (!rowCount) return null
  const { rows } = await client.query<MovedMark>(
    'SELECT move, state, place, is_embedded AS "isEmbedded", at FROM public.moved_shop',
  )
  return rows[0] ?? null
}

/** Writes a database's mark, replacing an earlier one; inside a transaction. */
export async function writeMovedMark(client: ClientBase, mark: Omit<MovedMark, 'at'>): Promise<void> {
  await client.query(TABLE)
  await client.query('DELETE FROM public.moved_shop')
  await client.query('INSERT INTO public.moved_shop (move, state, place, is_embedded) VALUES ($1, $2, $3, $4)', [
    mark.move,
    mark.state,
    mark.place,
    mark.isEmbedded,
  ])
  await client.query(`INSERT INTO schema_migrations (name, sha256) VALUES ($1, '') ON CONFLICT DO NOTHING`, [MOVED])
}

/** Removes the mark; inside a transaction. */
export async function removeMovedMark(client: ClientBase): Promise<void> {
  await client.query('DELETE FROM public.moved_shop')
  await client.query('DELETE FROM schema_migrations WHERE name = $1', [MOVED])
}

/** Refuses a database whose shop is elsewhere or has not fully arrived (OperatorError). */
export async function refuseMoved(client: ClientBase): Promise<void> {
  const mark = await readMovedMark(client)
  if (mark) throw new OperatorError(explainMark(mark))
}

/** Explains a mark to an operator, with what to do. */
export function explainMark({ state, place, isEmbedded, at }: MovedMark): string {
  if (state === 'arriving')
    return `A move from ${place} into this database was cut off at its last step. Run the same npm run move once more; nothing was changed.`
  const when = `${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC`
  const there = isEmbedded ? 'start it without DATABASE_URL' : 'set DATABASE_URL to that address'
  return (
    `The shop in this database was moved to ${place} on ${when}: ${there}. Nothing was changed. ` +
    'Only if the shop is to be this one again, as it was then: npm run move -- --back-to embedded, or --back-to postgres://… for one on a server.'
  )
}
