import { sql } from 'kysely'
import type { Tx } from '#server/database/schema.ts'

/** All categories in the list's order, locked. */
export async function listPlaces(tx: Tx): Promise<{ id: string; slug: string }[]> {
  await sql`SELECT FROM categories ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  const { rows } = await sql<{ id: string; slug: string }>`
    SELECT id, slug FROM categories ORDER BY position, slug`.execute(tx)
  return rows
}

/** The list's order from now on, the first of `ids` being the first. */
export async function setPlaces(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE categories c SET position = placed.place
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS placed(id, place)
    WHERE c.id = placed.id AND c.position <> placed.place`.execute(tx)
}
