import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/schema.ts'
import type { MailLimit } from './mail-limits.rules.ts'

/**
 * Locks a mailbox; returns whether a mail is counted already, and for each limit how many of its purpose count before
 * it.
 */
export async function lockCountedMails(
  tx: Tx,
  { recipient, mailId, purpose }: { recipient: string; mailId: string; purpose: string },
  limits: readonly MailLimit[],
  now: Date,
): Promise<{ isCounted: boolean; others: number[] }> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('counted_mails'), hashtext(${recipient}))`.execute(tx)
  const { rows } = await sql<{ mailId: string; at: Date }>`
    SELECT mail_id AS "mailId", at FROM counted_mails WHERE recipient = ${recipient} AND purpose = ${purpose}
    ORDER BY turn`.execute(tx)
  const place = rows.findIndex((row) => row.mailId === mailId)
  const others = place < 0 ? rows : rows.slice(0, place)
  return {
    isCounted: place >= 0,
    others: limits.map(({ withinMs }) => others.filter(({ at }) => at.getTime() > now.getTime() - withinMs).length),
  }
}

export async function insertCountedMail(
  tx: Tx,
  { recipient, mailId, purpose }: { recipient: string; mailId: string; purpose: string },
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO counted_mails (recipient, mail_id, purpose, at) VALUES (${recipient}, ${mailId}, ${purpose}, ${now})
    ON CONFLICT DO NOTHING`.execute(tx)
}

export async function deleteCountedMails(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM counted_mails WHERE at < ${before}`.execute(db)
}
