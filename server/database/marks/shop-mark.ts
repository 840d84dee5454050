import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** Which shop a database is of, and where it was last started. */
export interface ShopMark {
  shopId: string
  /** Its data folder. */
  folder: string
  /** Name of the machine. */
  machine: string
}

/** The mark of a database; null where no live shop was started on it yet. */
export async function readShopMark(db: Db): Promise<ShopMark | null> {
  const { rows } = await sql<ShopMark>`SELECT shop_id AS "shopId", folder, machine FROM shop_mark`.execute(db)
  return rows[0] ?? null
}

/** Writes the mark, or replaces it. */
export async function writeShopMark(db: Db, { shopId, folder, machine }: ShopMark): Promise<void> {
  await sql`
    INSERT INTO shop_mark (shop_id, folder, machine) VALUES (${shopId}, ${folder}, ${machine})
    ON CONFLICT (is_only) DO UPDATE SET shop_id = EXCLUDED.shop_id, folder = EXCLUDED.folder, machine = EXCLUDED.machine`.execute(
    db,
  )
}
