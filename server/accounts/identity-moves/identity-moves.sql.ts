import { sql } from 'kysely'
import type { Role } from '#contract/call.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import type { ProviderInForce } from './identity-moves.public.ts'

/** Below every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'
/** Accounts of one statement, which has a time limit. */
const PART = 5000

/** Has other starts and all sign-ups wait until the transaction ends. */
export async function lockIdentities(tx: Tx): Promise<void> {
  await sql`LOCK TABLE identity_providers, accounts IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
}

export async function insertProvider(
  tx: Tx,
  { provider, name, since }: Omit<ProviderInForce, 'turn'>,
): Promise<ProviderInForce> {
  const { rows } = await sql<ProviderInForce>`
    INSERT INTO identity_providers (provider, name, since) VALUES (${provider}, ${name}, ${since})
    RETURNING turn, provider, name, since`.execute(tx)
  return rows[0]!
}

/**
 * Puts every account's identity at one provider away, and in its place the one that it has at the other, if any. All club
 * tokens end.
 */
export async function changeIdentities(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  let after: string | undefined = FIRST_ID
  while (after !== undefined) {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      WITH part AS (SELECT id, identity_id FROM accounts WHERE id > ${after} ORDER BY id LIMIT ${sql.lit(PART)}),
        put_away AS (INSERT INTO other_identities (account_id, provider, identity_id)
          SELECT id, ${from}, identity_id FROM part WHERE identity_id IS NOT NULL),
        changed AS (UPDATE accounts a SET version = version + 1, identity_id = (
            SELECT o.identity_id FROM other_identities o WHERE o.account_id = a.id AND o.provider = ${to})
          FROM part WHERE a.id = part.id)
      SELECT id FROM part ORDER BY id DESC LIMIT 1`.execute(tx)
    after = rows[0]?.id
  }
  await sql`DELETE FROM other_identities WHERE provider = ${to}`.execute(tx)
}

/** Accounts closed since then that have an identity at the provider in force. */
export async function listClosedSince(tx: Tx, since: Date | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM accounts
    WHERE closed_at >= coalesce(${since}::timestamptz, '-infinity') AND identity_id IS NOT NULL`.execute(tx)
  return rows.map(({ id }) => id)
}

const awaits = (email: string) => sql`email = ${email} AND closed_at IS NULL AND identity_id IS NULL`

/** Whether an account waits for its first sign-in since a move, by its email, and whether that was confirmed. */
export async function findAwaited(db: Db, email: string): Promise<{ emailVerified: boolean } | null> {
  const { rows } = await sql<{ emailVerified: boolean }>`
    SELECT email_verified AS "emailVerified" FROM accounts WHERE ${awaits(email)}`.execute(db)
  return rows[0] ?? null
}

/** Accounts with a confirmed email that wait for their first sign-in, by id. */
export async function listAwaited(
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; email: string; name: string }[]> {
  const { rows } = await sql<{ id: string; email: string; name: string }>`
    SELECT id, email, name FROM accounts
    WHERE id > ${after} AND email_verified AND closed_at IS NULL AND identity_id IS NULL
    ORDER BY id LIMIT ${limit}`.execute(db)
  return rows
}

/**
 * Gives an account that waits for its first sign-in since a move this identity, by its confirmed email; false where none
 * waits. One statement, so that two sign-ins at once can't both have it.
 */
export async function bindIdentity(
  db: Db,
  { email, identityId }: { email: string; identityId: string },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE accounts SET identity_id = ${identityId}, version = version + 1
    WHERE ${awaits(email)} AND email_verified RETURNING 1`.execute(db)
  return rows.length > 0
}

/** Counts an awaited account's email as confirmed, by the operator's word; its id, or null where none fits. */
export async function confirmAwaited(tx: Tx, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    UPDATE accounts SET email_verified = true, version = version + 1
    WHERE ${awaits(email)} AND NOT email_verified RETURNING id`.execute(tx)
  return rows[0]?.id ?? null
}

/** An open account as a planned move looks at it. */
export interface PlannedRow {
  id: string
  email: string
  role: Role
  emailVerified: boolean
  /** Whether it has an identity at that provider from before. */
  returns: boolean
  refusesMail: boolean
}

/** Open accounts in parts, by id. */
export async function listForPlan(db: Db, provider: string, after: string): Promise<PlannedRow[]> {
  const { rows } = await sql<PlannedRow>`
    SELECT id, email, role, email_verified AS "emailVerified", mail_refused_at IS NOT NULL AS "refusesMail",
      EXISTS (SELECT FROM other_identities o WHERE o.account_id = a.id AND o.provider = ${provider}) AS returns
    FROM accounts a WHERE closed_at IS NULL AND id > ${after} ORDER BY id LIMIT ${sql.lit(PART)}`.execute(db)
  return rows
}
