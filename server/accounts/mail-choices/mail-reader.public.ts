import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** What emails to an account depend on. */
export interface MailReader {
  id: string
  /** Empty where the account has none, or its email isn't confirmed: it may be a stranger's. */
  name: string
  timeZone: string | null
  /** Groups turned off. */
  off: string[]
}

/** Finds the open account with this email; null where there is none. */
export async function findMailReader(db: Db, email: string): Promise<MailReader | null> {
  const { rows } = await sql<MailReader>`
    SELECT id, CASE WHEN email_verified THEN name ELSE '' END AS name, time_zone AS "timeZone", mails_off AS off
    FROM accounts WHERE email = ${email} AND closed_at IS NULL`.execute(db)
  return rows[0] ?? null
}
