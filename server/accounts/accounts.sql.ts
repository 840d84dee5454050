import { sql } from 'kysely'
import type { Role } from '#contract/call.ts'
import type { Db } from '#server/database/schema.ts'

/** An account as the database holds it. */
export interface AccountRow {
  id: string
  identityId: string
  email: string
  emailVerified: boolean
  name: string
  photoUrl: string | null
  role: Role
  version: number
  joinedAt: Date
  closedAt: Date | null
}

export const accountColumns = sql`id, identity_id AS "identityId", email, email_verified AS "emailVerified", name,
  photo_url AS "photoUrl", role, version, created_at AS "joinedAt",
  closed_at AS "closedAt"`

async function findOne(db: Db, condition: ReturnType<typeof sql>): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`SELECT ${accountColumns} FROM accounts WHERE ${condition}`.execute(db)
  return rows[0] ?? null
}

export const findAccountById = (db: Db, id: string) => findOne(db, sql`id = ${id}`)
export const findAccountByIdentity = (db: Db, identityId: string) => findOne(db, sql`identity_id = ${identityId}`)
export const findOpenAccountByEmail = (db: Db, email: string) =>
  findOne(db, sql`email = ${email} AND closed_at IS NULL`)

/** Holds the account against every other change until the transaction ends. */
export const lockAccount = (db: Db, id: string) => findOne(db, sql`id = ${id} FOR NO KEY UPDATE`)

export interface NewAccount {
  identityId: string
  email: string
  emailVerified: boolean
  name: string
  photoUrl: string | null
  role: Role
}

/** Null when the identity or the address has an account already. */
export async function insertAccount(db: Db, account: NewAccount, now: Date): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`
    INSERT INTO accounts (identity_id, email, email_verified, name, photo_url, role, created_at)
    VALUES (${account.identityId}, ${account.email}, ${account.emailVerified}, ${account.name}, ${account.photoUrl}, ${account.role}, ${now})
    ON CONFLICT DO NOTHING
    RETURNING ${accountColumns}`.execute(db)
  return rows[0] ?? null
}

/** Ends every club token of the account. */
export async function endTokens(db: Db, identityId: string): Promise<void> {
  await sql`UPDATE accounts SET version = version + 1 WHERE identity_id = ${identityId}`.execute(db)
}

export async function updateName(db: Db, id: string, name: string): Promise<void> {
  await sql`UPDATE accounts SET name = ${name} WHERE id = ${id} AND closed_at IS NULL`.execute(db)
}

/** A new role ends all club tokens; the same role, or a closed account, changes nothing. */
export async function updateRole(db: Db, id: string, role: Role): Promise<void> {
  await sql`UPDATE accounts SET role = ${role}, version = version + 1 WHERE id = ${id} AND role <> ${role} AND closed_at IS NULL`.execute(
    db,
  )
}

/** What the identity provider says of a person, where it differs. An empty name there says nothing. */
export async function updateProfile(
  db: Db,
  profile: { identityId: string; name: string; photoUrl: string | null; emailVerified: boolean },
): Promise<void> {
  await sql`
    UPDATE accounts
    SET name = coalesce(nullif(${profile.name}, ''), name), photo_url = ${profile.photoUrl}, email_verified = ${profile.emailVerified}
    WHERE identity_id = ${profile.identityId} AND closed_at IS NULL`.execute(db)
}

/** Leaves nothing of the person in the row but that it was closed; its identity is still recognised. */
export async function markClosed(db: Db, id: string, now: Date): Promise<void> {
  await sql`
    UPDATE accounts SET closed_at = ${now}, version = version + 1, email = 'closed:' || id, name = '', photo_url = NULL, email_verified = false
    WHERE id = ${id}`.execute(db)
}

export async function insertClosedAddress(db: Db, addressHash: string, now: Date): Promise<void> {
  await sql`INSERT INTO closed_addresses (address_hash, closed_at) VALUES (${addressHash}, ${now}) ON CONFLICT DO NOTHING`.execute(
    db,
  )
}

/** False when it was not there. */
export async function deleteClosedAddress(db: Db, addressHash: string): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM closed_addresses WHERE address_hash = ${addressHash}`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

export async function isClosedAddress(db: Db, addressHash: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM closed_addresses WHERE address_hash = ${addressHash}`.execute(db)
  return rows.length > 0
}
