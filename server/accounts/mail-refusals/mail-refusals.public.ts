import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** Marks the open account with this email: its address refuses mail; false where no account has it. */
export async function noteMailRefused(db: Db, email: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE accounts SET mail_refused_at = coalesce(mail_refused_at, ${now}) WHERE email = ${email} AND closed_at IS NULL`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Clears the mark after an email was accepted. */
export async function noteMailTaken(db: Db, email: string): Promise<void> {
  await sql`UPDATE accounts SET mail_refused_at = NULL
    WHERE email = ${email} AND closed_at IS NULL AND mail_refused_at IS NOT NULL`.execute(db)
}
