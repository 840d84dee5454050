import { sql } from 'kysely'
import type { ContentPageName } from '#contract/screens.ts'
import type { Db } from '#server/database/schema.ts'

/** The key of a content page's text. */
export const pageKey = (name: ContentPageName): string => `pages/${name}`

/** Stored settings of admins: the newest revision of each name. */
export interface StoredSettings {
  /** Total number of saves, at least as many as the page cache's watch has seen. */
  saves: number
  byName: ReadonlyMap<string, { revision: number; at: Date; value: unknown }>
}

/** Query for the page cache's watch, which may not read nouns' tables. */
export const COUNT_SAVES = 'SELECT count(*) FROM settings'

export async function readStoredSettings(db: Db): Promise<StoredSettings> {
  const { rows } = await sql<{ name: string; revision: number; at: Date; value: unknown; saves: string }>`
    SELECT DISTINCT ON (name) name, revision, at, value, (${sql.raw(COUNT_SAVES)}) AS saves
    FROM settings ORDER BY name, revision DESC`.execute(db)
  return {
    saves: Number(rows[0]?.saves ?? 0),
    byName: new Map(rows.map(({ name, revision, at, value }) => [name, { revision, at, value }])),
  }
}
