import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

// Passkeys, second factors and recovery codes. The pool's search_path is the schema `identity`.

export interface StoredPasskey {
  id: string
  userId: string
  credentialId: string
  /** Base64url. */
  publicKey: string
  counter: number
  transports: string[]
}

const passkeyColumns = `id, "userId", "credentialId", "publicKey", counter, transports`
const toPasskey = (row: Record<string, unknown>) =>
  ({
    ...row,
    counter: Number(row.counter),
    transports: String(row.transports).split(',').filter(Boolean),
  }) as StoredPasskey

/** A passkey by the id that its authenticator knows it by. */
export async function findPasskey(pool: Pool, credentialId: string): Promise<StoredPasskey | null> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `SELECT ${passkeyColumns} FROM passkey WHERE "credentialId" = $1`,
    [credentialId],
  )
  return rows[0] ? toPasskey(rows[0]) : null
}

export async function listStoredPasskeys(pool: Pool, userId: string): Promise<StoredPasskey[]> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `SELECT ${passkeyColumns} FROM passkey WHERE "userId" = $1`,
    [userId],
  )
  return rows.map(toPasskey)
}

/** Inserts a passkey; false where its authenticator is registered already. */
export async function insertPasskey(
  pool: Pool,
  {
    userId,
    credentialId,
    publicKey,
    counter,
    transports,
    name,
    now,
  }: Omit<StoredPasskey, 'id'> & { name: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `INSERT INTO passkey (id, "userId", name, "credentialId", "publicKey", counter, transports, "createdAt")
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [randomUUID(), userId, name, credentialId, publicKey, counter, transports.join(','), now],
  )
  return rowCount === 1
}

/** Notes the use of a passkey. False where another use was noted since it was read, as of a copied authenticator. */
export async function markPasskeyUsed(
  pool: Pool,
  passkey: StoredPasskey,
  counter: number,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE passkey SET counter = $3, "lastUsedAt" = $4 WHERE id = $1 AND counter = $2',
    [passkey.id, passkey.counter, counter, now],
  )
  return rowCount === 1
}

export async function renamePasskey(pool: Pool, userId: string, id: string, name: string): Promise<boolean> {
  const { rowCount } = await pool.query('UPDATE passkey SET name = $3 WHERE "userId" = $1 AND id = $2', [
    userId,
    id,
    name,
  ])
  return rowCount === 1
}

export async function deletePasskey(pool: Pool, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await pool.query('DELETE FROM passkey WHERE "userId" = $1 AND id = $2', [userId, id])
  return rowCount === 1
}

/** A person's sign-in methods, for their account screen. */
export interface Factors {
  /** Oldest first. */
  passkeys: { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }[]
  /** Whether a second step follows the password. */
  isOn: boolean
  /** Whether an authenticator app's codes pass it. */
  hasApp: boolean
  codesLeft: number
  hasPassword: boolean
  /** Whether a provider signs them in. */
  isFederated: boolean
  /** Whether the person is known to read their email. */
  isMailboxProven: boolean
}

export async function readFactors(pool: Pool, userId: string): Promise<Factors> {
  const [passkeys, { rows }] = await Promise.all([
    pool.query<Factors['passkeys'][number]>(
      `SELECT id, name, "createdAt", "lastUsedAt" FROM passkey WHERE "userId" = $1 ORDER BY "createdAt", id`,
      [userId],
    ),
    pool.query<Omit<Factors, 'passkeys'>>(
      `SELECT EXISTS (SELECT FROM "secondFactor" WHERE "userId" = $1 AND "onSince" IS NOT NULL) AS "isOn",
         EXISTS (SELECT FROM "secondFactor" WHERE "userId" = $1 AND secret IS NOT NULL) AS "hasApp",
         (SELECT count(*)::int FROM "recoveryCode" WHERE "userId" = $1) AS "codesLeft",
         EXISTS (SELECT FROM account WHERE "userId" = $1 AND password IS NOT NULL) AS "hasPassword",
         EXISTS (SELECT FROM account WHERE "userId" = $1 AND "providerId" <> 'credential') AS "isFederated",
         NOT EXISTS (SELECT FROM "user" WHERE id = $1 AND "confirmedElsewhere") AS "isMailboxProven"`,
      [userId],
    ),
  ])
  return { passkeys: passkeys.rows, ...(rows[0] as Omit<Factors, 'passkeys'>) }
}

/** Whether a second step follows a person's password. */
export async function hasSecondFactor(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query('SELECT FROM "secondFactor" WHERE "userId" = $1 AND "onSince" IS NOT NULL', [
    userId,
  ])
  return rows.length > 0
}

export interface AppSecrets {
  /** Sealed; null without an app. */
  secret: string | null
  newSecret: string | null
}

export async function findAppSecrets(pool: Pool, userId: string): Promise<AppSecrets | null> {
  const { rows } = await pool.query<AppSecrets>('SELECT secret, "newSecret" FROM "secondFactor" WHERE "userId" = $1', [
    userId,
  ])
  return rows[0] ?? null
}

/** Stores the sealed secret of an app that has yet to show its first code. */
export async function noteNewSecret(pool: Pool, userId: string, sealed: string): Promise<void> {
  await pool.query(
    `INSERT INTO "secondFactor" (id, "userId", "newSecret", "lastStep") VALUES ($1, $2, $3, 0)
     ON CONFLICT ("userId") DO UPDATE SET "newSecret" = excluded."newSecret"`,
    [randomUUID(), userId, sealed],
  )
}

/** Puts a new app in force, in place of the former one; false where another was set up meanwhile. */
export async function adoptNewSecret(
  pool: Pool,
  userId: string,
  sealed: string,
  step: number,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE "secondFactor" SET secret = "newSecret", "newSecret" = NULL, "lastStep" = $3, "onSince" = coalesce("onSince", $4)
     WHERE "userId" = $1 AND "newSecret" = $2`,
    [userId, sealed, step, now],
  )
  return rowCount === 1
}

/** Has the second step ask for a passkey. */
export async function askForPasskey(pool: Pool, userId: string, now: Date): Promise<void> {
  await pool.query(
    `INSERT INTO "secondFactor" (id, "userId", "lastStep", "onSince") VALUES ($1, $2, 0, $3)
     ON CONFLICT ("userId") DO UPDATE SET "onSince" = coalesce("secondFactor"."onSince", excluded."onSince")`,
    [randomUUID(), userId, now],
  )
}

/** Uses up a time step of the app; false where its code, or a later one, was used before. */
export async function takeStep(pool: Pool, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE "secondFactor" SET "lastStep" = $2 WHERE "userId" = $1 AND "lastStep" < $2',
    [userId, step],
  )
  return rowCount === 1
}

/** Deletes the second factor with its codes; false where there was none in force. */
export async function deleteSecondFactor(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query(
    `WITH codes AS (DELETE FROM "recoveryCode" WHERE "userId" = $1)
     DELETE FROM "secondFactor" WHERE "userId" = $1 RETURNING "onSince" IS NOT NULL AS "wasOn"`,
    [userId],
  )
  return (rows[0] as { wasOn: boolean } | undefined)?.wasOn ?? false
}

/** Deletes a person's passkeys as well; false where there was nothing. */
export async function deleteFactors(pool: Pool, userId: string): Promise<boolean> {
  const { rowCount } = await pool.query('DELETE FROM passkey WHERE "userId" = $1', [userId])
  return (await deleteSecondFactor(pool, userId)) || rowCount !== 0
}

/** Replaces a person's recovery codes. */
export async function replaceCodes(pool: Pool, userId: string, hashes: readonly string[]): Promise<void> {
  await pool.query(
    `WITH former AS (DELETE FROM "recoveryCode" WHERE "userId" = $1)
     INSERT INTO "recoveryCode" (id, "userId", hash) SELECT gen_random_uuid()::text, $1, unnest($2::text[])`,
    [userId, hashes],
  )
}

/** Uses up a recovery code. */
export async function takeCode(pool: Pool, userId: string, hash: string): Promise<boolean> {
  const { rowCount } = await pool.query('DELETE FROM "recoveryCode" WHERE "userId" = $1 AND hash = $2', [userId, hash])
  return rowCount === 1
}

/** Notes that a session's person has just confirmed that it is them. */
export async function markConfirmed(pool: Pool, sessionId: string, now: Date): Promise<void> {
  await pool.query('UPDATE session SET "confirmedAt" = $2 WHERE id = $1', [sessionId, now])
}
