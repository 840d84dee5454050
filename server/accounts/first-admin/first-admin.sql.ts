import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/schema.ts'

/** Saves a link in place of the former. */
export async function saveLink(db: Db, tokenHash: string, expiresAt: Date): Promise<void> {
  await sql`
    INSERT INTO first_admin_link (token_hash, expires_at) VALUES (${tokenHash}, ${expiresAt})
    ON CONFLICT (is_only) DO UPDATE SET token_hash = EXCLUDED.token_hash, expires_at = EXCLUDED.expires_at`.execute(db)
}

export async function isLinkValid(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM first_admin_link WHERE token_hash = ${tokenHash} AND expires_at > ${now}`.execute(db)
  return rows.length > 0
}

/** Deletes a valid link; false where another request was first. */
export async function useUpLink(tx: Tx, tokenHash: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM first_admin_link WHERE token_hash = ${tokenHash} AND expires_at > ${now} RETURNING is_only`.execute(tx)
  return rows.length > 0
}
