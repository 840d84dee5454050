import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** Notes on the open account with an email that this takes no mail; false where no account has it. */
export async function noteMailRefused(db: Db, email: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE accounts SET mail_refused_at = coalesce(mail_refused_at, ${now}) WHERE email = ${email} AND closed_at IS NULL`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** An email was taken there. */
export async function noteMailTaken(db: Db, email: string): Promise<void> {
  await sql`UPDATE accounts SET mail_refused_at = NULL
    WHERE email = ${email} AND closed_at IS NULL AND mail_refused_at IS NOT NULL`.execute(db)
}
