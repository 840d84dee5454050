import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** What admins have set, as the database holds it: of each name the newest revision. */
export interface StoredSettings {
  /** How many saves there were in all: at least the catalogue's watch has heard of as many. */
  saves: number
  byName: ReadonlyMap<string, { revision: number; value: unknown }>
}

export async function readStoredSettings(db: Db): Promise<StoredSettings> {
  const { rows } = await sql<{ name: string; revision: number; value: unknown; saves: string }>`
    SELECT DISTINCT ON (name) name, revision, value, (SELECT count(*) FROM settings) AS saves
    FROM settings ORDER BY name, revision DESC`.execute(db)
  return {
    saves: Number(rows[0]?.saves ?? 0),
    byName: new Map(rows.map(({ name, revision, value }) => [name, { revision, value }])),
  }
}
