import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** Characters; servers add links and lines for their own operators. */
const LONGEST_WORDS = 200

/** A mail server's words on one line, cut, without the codes that it repeats on each line. */
export const shortened = (words: string): string => {
  const line = words
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (\d{3})[ -](?=\d\.\d)(\d\.\d+\.\d+ )?/g, ' ')
    .trim()
  return line.length <= LONGEST_WORDS ? line : `${line.slice(0, LONGEST_WORDS - 1).trim()}…`
}

/** Notes on the open account with this email that it refused one, and how; false where no account has it. */
export async function noteMailRefused(db: Db, email: string, refusal: { at: Date; words: string }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE accounts SET mail_refused_at = ${refusal.at}, mail_refused_words = ${shortened(refusal.words)}
    WHERE email = ${email} AND closed_at IS NULL`.execute(db)
  return numAffectedRows === 1n
}

/** Clears the note after an email was accepted, or where the member says that the address works. */
export async function noteMailTaken(db: Db, email: string): Promise<void> {
  await sql`UPDATE accounts SET mail_refused_at = NULL, mail_refused_words = NULL
    WHERE email = ${email} AND closed_at IS NULL AND mail_refused_at IS NOT NULL`.execute(db)
}
