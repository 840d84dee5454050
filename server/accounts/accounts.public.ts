import { sql, type RawBuilder } from 'kysely'
import type { Role } from '#contract/call.ts'
import { CLOSED_ACCOUNT, MEMBER_DIGITS } from '#contract/wording.ts'
import type { Suspension } from '#contract/accounts/suspensions.ts'
import { namesOf, selected, valuesFor, type RowOf } from '#server/database/columns.ts'
import { preparedStatement } from '#server/database/prepared-statements.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { select, type SelectedRow } from '#server/database/selection.ts'
import { accountColumns, newAccountColumns } from './account.columns.ts'
import { addressHash } from './accounts.rules.ts'
import { forgetOtherIdentities } from './identity-moves/identity-moves.public.ts'

/** A stored account. */
export type AccountRow = RowOf<typeof accountColumns>

const columns = selected(accountColumns)

/** The signed-in account of a club token, with its current row. */
export type SignedInAccount = AccountRow & {
  /** Seconds since 1970. */
  signedInAt: number
  /** The identity provider's session id; unknown for an hour after an update from a version without it. */
  sessionId?: string | undefined
}

async function findOne(db: Db, condition: ReturnType<typeof sql>): Promise<AccountRow | null> {
  const { rows } =
    await sql<AccountRow>`${preparedStatement} SELECT ${columns} FROM accounts WHERE ${condition}`.execute(db)
  return rows[0] ?? null
}

export const findAccountById = (db: Db, id: string) => findOne(db, sql`id = ${id}`)
export const findAccountByIdentity = (db: Db, identityId: string) => findOne(db, sql`identity_id = ${identityId}`)
export const findOpenAccountByEmail = (db: Db, email: string) =>
  findOne(db, sql`email = ${email} AND closed_at IS NULL`)

/** The open accounts of all admins. */
export async function listAdminIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM accounts WHERE role = 'admin' AND closed_at IS NULL ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The same, locked until the transaction ends. */
export async function lockAdminIds(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM accounts WHERE role = 'admin' AND closed_at IS NULL ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Updates a role and ends all club tokens; the same role, or a closed account, changes nothing. */
export async function updateRole(db: Db, id: string, role: Role): Promise<void> {
  await sql`UPDATE accounts SET role = ${role}, version = version + 1 WHERE id = ${id} AND role <> ${role} AND closed_at IS NULL`.execute(
    db,
  )
}

/** Locks an account's row until the transaction ends. */
export const lockAccount = (tx: Tx, id: string) => findOne(tx, sql`id = ${id} FOR NO KEY UPDATE`)

export type NewAccount = Omit<RowOf<typeof newAccountColumns>, 'joinedAt'>

/** Inserts an account; null when the identity or the address has one. */
export async function insertAccount(db: Db, account: NewAccount, now: Date): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`
    INSERT INTO accounts (${namesOf(newAccountColumns)})
    VALUES (${valuesFor(newAccountColumns, { ...account, joinedAt: now })})
    ON CONFLICT DO NOTHING
    RETURNING ${columns}`.execute(db)
  return rows[0] ?? null
}

/** Whether all listings of a seller, joined under this alias, are hidden: the seller is away, or suspended. */
export const hidesListings = (alias: string) =>
  sql`(${sql.ref(`${alias}.listings_paused`)} OR ${sql.ref(`${alias}.suspended_at`)} IS NOT NULL)`

/** Whether a seller's new listings start hidden. Locks the account, so that hiding all listings misses none. */
export const isPausedFor = (sellerId: string) =>
  sql`(SELECT ${hidesListings('a')} FROM accounts a WHERE id = ${sellerId} FOR SHARE)`

export async function setListingsPaused(tx: Tx, accountId: string, isPaused: boolean): Promise<void> {
  await sql`UPDATE accounts SET listings_paused = ${isPaused} WHERE id = ${accountId}`.execute(tx)
}

/** Suspends an account, whose row is locked: all its club tokens end. */
export async function setSuspended(
  tx: Tx,
  accountId: string,
  { since, until, reason, note }: Suspension,
): Promise<void> {
  await sql`
    UPDATE accounts SET version = version + 1, suspended_at = ${since}, suspended_until = ${until},
      suspended_for = ${reason}, suspension_note = ${note}
    WHERE id = ${accountId}`.execute(tx)
}

const NOT_SUSPENDED = sql`suspended_at = NULL, suspended_until = NULL, suspended_for = NULL, suspension_note = NULL`

/** Ends a suspension; the row is locked. */
export async function clearSuspension(tx: Tx, accountId: string): Promise<void> {
  await sql`UPDATE accounts SET ${NOT_SUSPENDED} WHERE id = ${accountId}`.execute(tx)
}

/** Accounts whose suspension is over. */
export async function listSuspendedUntil(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM accounts WHERE suspended_until <= ${now} ORDER BY suspended_until LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ends every club token of an account. */
export async function endTokens(db: Db, identityId: string): Promise<void> {
  await sql`UPDATE accounts SET version = version + 1 WHERE identity_id = ${identityId}`.execute(db)
}

/** Resets name, photo and role, which a stranger to the account's email chose, and their other identities. The row is locked. */
export async function forgetPerson(tx: Tx, id: string): Promise<void> {
  await sql`
    UPDATE accounts SET name = '', photo_url = NULL, time_zone = NULL, role = 'user', version = version + 1
    WHERE id = ${id} AND role <> 'admin'`.execute(tx)
  await forgetOtherIdentities(tx, id)
}

/** Erases the person from the row of a closed account; its identity is still recognised. */
export async function markClosed(tx: Tx, account: AccountRow, now: Date): Promise<void> {
  await sql`
    UPDATE accounts SET closed_at = ${now}, version = version + 1, email = 'closed:' || id, name = '', photo_url = NULL,
      email_verified = false, mails_off = '{}', mail_refused_at = NULL, mail_refused_words = NULL,
      time_zone = NULL, ${NOT_SUSPENDED}
    WHERE id = ${account.id}`.execute(tx)
  await sql`DELETE FROM email_changes WHERE account_id = ${account.id}`.execute(tx)
}

/** Bans a closed account's email from signing up again. An unconfirmed email may be a stranger's and stays free. */
export async function banAddress(tx: Tx, account: AccountRow, addressSecret: string, now: Date): Promise<void> {
  if (!account.emailVerified) return
  await sql`
    INSERT INTO closed_addresses (address_hash, closed_at) VALUES (${addressHash(account.email, addressSecret)}, ${now})
    ON CONFLICT DO NOTHING`.execute(tx)
}

/**
 * The public name of an account, by its name and id. Without a name 'Member 4F2A', as in `memberName`: never a part of
 * the email address, which a stranger could guess from.
 */
export const memberNameOf = (name: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql`coalesce(nullif(${name}, ''), 'Member ' || upper(left(${id}::text, ${sql.lit(MEMBER_DIGITS)})))`

/** The same for an account joined under this alias. */
export const nameOf = (alias: string) => memberNameOf(sql.ref(`${alias}.name`), sql.ref(`${alias}.id`))

/** Whether an account under this alias is open and its name or email has words with these prefixes: `beginningsOf`. */
export const personFits = (alias: string, beginnings: string) =>
  sql`(${sql.ref(`${alias}.closed_at`)} IS NULL
    AND account_words(${sql.ref(`${alias}.name`)}, ${sql.ref(`${alias}.email`)}) @@ to_tsquery('simple', ${beginnings}))`

/** Public columns of a book's seller, from an account joined as `a`; empty once it is closed. */
const shownSeller = {
  sellerName: sql<string>`CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} ELSE ${sql.lit(CLOSED_ACCOUNT)} END`,
  sellerEmail: sql<string>`CASE WHEN a.closed_at IS NULL THEN a.email ELSE '' END`,
  sellerEmailVerified: sql<boolean>`a.email_verified`,
}
export type ShownSeller = SelectedRow<typeof shownSeller>
export const sellerColumns = select(shownSeller)

export async function listIdentities(db: Db, accountIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ identityId: string }>`
    SELECT identity_id AS "identityId" FROM accounts
    WHERE id = ANY(${accountIds}::uuid[]) AND identity_id IS NOT NULL`.execute(db)
  return rows.map(({ identityId }) => identityId)
}

/** Clears the photos of accounts, so that the files can be removed. */
export async function clearPhotos(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`UPDATE accounts SET photo_url = NULL WHERE id = ANY(${accountIds}::uuid[])`.execute(tx)
}

/** Deletes accounts that no row refers to; closing one is `closeAccount`. */
export async function deleteAccounts(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`DELETE FROM accounts WHERE id = ANY(${accountIds}::uuid[])`.execute(tx)
}
