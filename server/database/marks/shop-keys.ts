import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** The sealed keys of the shop; null where none were stored. */
export async function readSealedKeys(db: Db): Promise<string | null> {
  const { rows } = await sql<{ sealed: string }>`SELECT sealed FROM shop_keys`.execute(db)
  return rows[0]?.sealed ?? null
}

/** Stores sealed keys where there are none; returns those that are stored then. */
export async function keepSealedKeys(db: Db, sealed: string): Promise<string> {
  await sql`INSERT INTO shop_keys (sealed) VALUES (${sealed}) ON CONFLICT DO NOTHING`.execute(db)
  return (await readSealedKeys(db)) ?? sealed
}

export async function replaceSealedKeys(db: Db, sealed: string): Promise<void> {
  await sql`
    INSERT INTO shop_keys (sealed) VALUES (${sealed})
    ON CONFLICT (is_only) DO UPDATE SET sealed = EXCLUDED.sealed`.execute(db)
}
