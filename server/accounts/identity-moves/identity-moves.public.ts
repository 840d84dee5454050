import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/schema.ts'

/** Number of the latest move, for the watch of a running shop; 0 before the first start. */
export const LATEST_TURN = 'SELECT coalesce(max(turn), 0) FROM identity_providers'

/** The identity provider that a shop was started with. */
export interface ProviderInForce {
  /** Raised by each move. */
  turn: number
  provider: string
  /** As an operator calls it. */
  name: string
  /** Sign-ins of before don't count; null for the shop's first provider. */
  since: Date | null
}

/** The provider of the last start; null before the first. */
export async function findProviderInForce(db: Db): Promise<ProviderInForce | null> {
  const { rows } = await sql<ProviderInForce>`
    SELECT turn, provider, name, since FROM identity_providers ORDER BY turn DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** A provider where accounts have an identity, and that isn't in force. */
export type LeftProvider = Pick<ProviderInForce, 'provider' | 'name'>

export async function listLeftProviders(db: Db): Promise<LeftProvider[]> {
  const { rows } = await sql<LeftProvider>`
    SELECT DISTINCT ON (provider) provider, name FROM identity_providers p
    WHERE EXISTS (SELECT FROM other_identities o WHERE o.provider = p.provider) ORDER BY provider, turn DESC`.execute(
    db,
  )
  return rows
}

/** An identity at a provider that isn't in force. */
export interface OtherIdentity {
  provider: string
  identityId: string
}

/** Identities of an account at other providers. */
export async function listOtherIdentities(db: Db, accountId: string): Promise<OtherIdentity[]> {
  const { rows } = await sql<OtherIdentity>`
    SELECT provider, identity_id AS "identityId" FROM other_identities
    WHERE account_id = ${accountId} ORDER BY provider`.execute(db)
  return rows
}

/** Forgets an account's identities at other providers, or at one: after a move back they open it no more. */
export async function forgetOtherIdentities(tx: Tx, accountId: string, provider: string | null = null): Promise<void> {
  await sql`
    DELETE FROM other_identities
    WHERE account_id = ${accountId} AND provider = coalesce(${provider}::text, provider)`.execute(tx)
}
