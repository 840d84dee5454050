import { sql } from 'kysely'
import { dayBefore } from '#contract/duration.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { forgetOtherIdentities } from '../identity-moves/identity-moves.public.ts'

/** A requested change of email. */
export interface EmailChange {
  newEmail: string
  tokenHash: string
  expiresAt: Date
  /** When its link was used; null before. */
  confirmedAt: Date | null
}

export async function findEmailChange(db: Db, accountId: string): Promise<EmailChange | null> {
  const { rows } = await sql<EmailChange>`
    SELECT new_email AS "newEmail", token_hash AS "tokenHash", expires_at AS "expiresAt", confirmed_at AS "confirmedAt"
    FROM email_changes WHERE account_id = ${accountId}`.execute(db)
  return rows[0] ?? null
}

/**
 * Stores a requested email in place of the pending one; false over the day's limit, or while another change is being
 * confirmed.
 */
export async function noteEmailChange(
  tx: Tx,
  accountId: string,
  { newEmail, tokenHash, expiresAt }: Omit<EmailChange, 'confirmedAt'>,
  { now, mostADay }: { now: Date; mostADay: number },
): Promise<boolean> {
  const dayAgo = dayBefore(now)
  const isNewDay = sql`email_changes.asked_since <= ${dayAgo}`
  const { rows } = await sql`
    INSERT INTO email_changes (account_id, new_email, token_hash, asked_at, asked_since, expires_at)
    VALUES (${accountId}, ${newEmail}, ${tokenHash}, ${now}, ${now}, ${expiresAt})
    ON CONFLICT (account_id) DO UPDATE SET
      new_email = excluded.new_email, token_hash = excluded.token_hash,
      asked_at = excluded.asked_at, expires_at = excluded.expires_at,
      asked_since = CASE WHEN ${isNewDay} THEN excluded.asked_at ELSE email_changes.asked_since END,
      asked_times = CASE WHEN ${isNewDay} THEN 1 ELSE email_changes.asked_times + 1 END
    WHERE email_changes.confirmed_at IS NULL AND (${isNewDay} OR email_changes.asked_times < ${mostADay})
    RETURNING 1`.execute(tx)
  return rows.length > 0
}

/** Marks the link as used. */
export async function markEmailConfirmed(tx: Tx, accountId: string, now: Date): Promise<void> {
  await sql`UPDATE email_changes SET confirmed_at = ${now} WHERE account_id = ${accountId}`.execute(tx)
}

/** Revokes the link of an unconfirmed change; the count of requests stays. */
export async function voidEmailChange(tx: Tx, accountId: string): Promise<void> {
  await sql`
    UPDATE email_changes SET new_email = '', token_hash = '', expires_at = asked_at
    WHERE account_id = ${accountId} AND confirmed_at IS NULL`.execute(tx)
}

/** Ends a confirmed change, done or not; false where another request ended it first. */
export async function endEmailChange(tx: Tx, accountId: string, { tokenHash }: EmailChange): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM email_changes WHERE account_id = ${accountId} AND token_hash = ${tokenHash} RETURNING 1`.execute(tx)
  return rows.length > 0
}

/**
 * Sets an account's email and ends its club tokens. Deletes its identities at former providers: they have the former
 * email, which may be another person's by the time the shop moves back. The row is locked.
 */
export async function setEmail(tx: Tx, accountId: string, email: string): Promise<void> {
  await sql`
    UPDATE accounts SET email = ${email}, email_verified = true, mail_refused_at = NULL, mail_refused_words = NULL,
      version = version + 1
    WHERE id = ${accountId}`.execute(tx)
  await forgetOtherIdentities(tx, accountId)
}
