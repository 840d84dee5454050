import { sql, type RawBuilder } from 'kysely'
import type { Role } from '#contract/call.ts'
import { CLOSED_ACCOUNT } from '#contract/accounts/closed-accounts.ts'
import type { Suspension } from '#contract/accounts/suspensions.ts'
import { MEMBER_DIGITS } from '#contract/wording.ts'
import { namesOf, selected, valuesFor, type RowOf } from '#server/database/columns.ts'
import { preparedStatement } from '#server/database/prepared-statements.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { select, type SelectedRow } from '#server/database/selection.ts'
import { accountColumns, newAccountColumns } from './account.columns.ts'
import { addressHash } from './accounts.rules.ts'

/** An account as the database holds it. */
export type AccountRow = RowOf<typeof accountColumns>

const columns = selected(accountColumns)

/** The signed-in account behind a club token, as the database knows it right now. */
export type SignedInAccount = AccountRow & {
  /** Seconds since 1970. */
  signedInAt: number
  /** The identity provider's name of this sign-in; unknown for an hour after an update from a version without. */
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

/** The same, locked against every other change until the transaction ends. */
export async function lockAdminIds(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM accounts WHERE role = 'admin' AND closed_at IS NULL ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A new role ends all club tokens; the same role, or a closed account, changes nothing. */
export async function updateRole(db: Db, id: string, role: Role): Promise<void> {
  await sql`UPDATE accounts SET role = ${role}, version = version + 1 WHERE id = ${id} AND role <> ${role} AND closed_at IS NULL`.execute(
    db,
  )
}

/** Locks the row: nothing else changes the account until the transaction ends. */
export const lockAccount = (tx: Tx, id: string) => findOne(tx, sql`id = ${id} FOR NO KEY UPDATE`)

export type NewAccount = Omit<RowOf<typeof newAccountColumns>, 'joinedAt'>

/** Null when the identity or the address has an account already. */
export async function insertAccount(db: Db, account: NewAccount, now: Date): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`
    INSERT INTO accounts (${namesOf(newAccountColumns)})
    VALUES (${valuesFor(newAccountColumns, { ...account, joinedAt: now })})
    ON CONFLICT DO NOTHING
    RETURNING ${columns}`.execute(db)
  return rows[0] ?? null
}

/** Whether all that a seller, an account joined under this alias, offers is hidden: away by their own word, or the club's. */
export const hidesListings = (alias: string) =>
  sql`(${sql.ref(`${alias}.listings_paused`)} OR ${sql.ref(`${alias}.suspended_at`)} IS NOT NULL)`

/** Whether what a seller lists now is hidden from the beginning. Locked, so that hiding all listings misses none. */
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

/** The row is locked. */
export async function clearSuspension(tx: Tx, accountId: string): Promise<void> {
  await sql`UPDATE accounts SET ${NOT_SUSPENDED} WHERE id = ${accountId}`.execute(tx)
}

/** Those whose suspension is over by now. */
export async function listSuspendedUntil(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM accounts WHERE suspended_until <= ${now} ORDER BY suspended_until LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ends every club token of the account. */
export async function endTokens(db: Db, identityId: string): Promise<void> {
  await sql`UPDATE accounts SET version = version + 1 WHERE identity_id = ${identityId}`.execute(db)
}

/** Resets name, photo and role, which were chosen by a stranger to the account's email. The row is locked. */
export async function forgetPerson(tx: Tx, id: string): Promise<void> {
  await sql`
    UPDATE accounts SET name = '', photo_url = NULL, role = 'user', version = version + 1
    WHERE id = ${id} AND role <> 'admin'`.execute(tx)
}

/** Leaves nothing of the person in the row but that it was closed; its identity is still recognised. */
export async function markClosed(tx: Tx, account: AccountRow, now: Date): Promise<void> {
  await sql`
    UPDATE accounts SET closed_at = ${now}, version = version + 1, email = 'closed:' || id, name = '', photo_url = NULL,
      email_verified = false, mails_off = '{}', ${NOT_SUSPENDED}
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
 * The name that others see of an account, by its name and id. Without one 'Member 4F2A', as `memberName` has it: never
 * a part of the email address, which is often all of it that a stranger would have to guess.
 */
export const memberNameOf = (name: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql`coalesce(nullif(${name}, ''), 'Member ' || upper(left(${id}::text, ${sql.lit(MEMBER_DIGITS)})))`

/** The same of an account joined under this alias. */
export const nameOf = (alias: string) => memberNameOf(sql.ref(`${alias}.name`), sql.ref(`${alias}.id`))

/** Whether an account of this alias is open, and its name or email has words that begin so: `beginningsOf`. */
export const personFits = (alias: string, beginnings: string) =>
  sql`(${sql.ref(`${alias}.closed_at`)} IS NULL
    AND account_words(${sql.ref(`${alias}.name`)}, ${sql.ref(`${alias}.email`)}) @@ to_tsquery('simple', ${beginnings}))`

/** What lists of books show of the seller, from an account joined as `a`; nothing once it is closed. */
const shownSeller = {
  sellerName: sql<string>`CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} ELSE ${sql.lit(CLOSED_ACCOUNT)} END`,
  sellerEmail: sql<string>`CASE WHEN a.closed_at IS NULL THEN a.email ELSE '' END`,
  sellerEmailVerified: sql<boolean>`a.email_verified`,
}
export type ShownSeller = SelectedRow<typeof shownSeller>
export const sellerColumns = select(shownSeller)

export async function listIdentities(db: Db, accountIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ identityId: string }>`
    SELECT identity_id AS "identityId" FROM accounts WHERE id = ANY(${accountIds}::uuid[])`.execute(db)
  return rows.map(({ identityId }) => identityId)
}

/** Their photos are no longer shown, and can be removed. */
export async function clearPhotos(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`UPDATE accounts SET photo_url = NULL WHERE id = ANY(${accountIds}::uuid[])`.execute(tx)
}

/** Leaves no trace of accounts that nothing refers to any more; closing one is `closeAccount`. */
export async function deleteAccounts(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`DELETE FROM accounts WHERE id = ANY(${accountIds}::uuid[])`.execute(tx)
}
