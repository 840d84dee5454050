import { sql } from 'kysely'
import type { MailGroup } from '#contract/accounts/mail-choices.ts'
import type { Db } from '#server/database/schema.ts'

/** Groups turned off; unknown groups of earlier versions may be among them. */
export async function findMailsOff(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ off: string[] }>`SELECT mails_off AS off FROM accounts WHERE id = ${accountId}`.execute(
    db,
  )
  return rows[0]?.off ?? []
}

export async function setMailsOff(db: Db, accountId: string, off: readonly MailGroup[]): Promise<void> {
  await sql`UPDATE accounts SET mails_off = ${off} WHERE id = ${accountId} AND closed_at IS NULL`.execute(db)
}

/** Adds a group; closed accounts are skipped. */
export async function addMailsOff(db: Db, accountId: string, group: MailGroup): Promise<void> {
  await sql`
    UPDATE accounts SET mails_off = mails_off || ${group}::text
    WHERE id = ${accountId} AND closed_at IS NULL AND NOT ${group} = ANY(mails_off)`.execute(db)
}
