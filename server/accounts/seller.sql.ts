import { sql } from 'kysely'
import { CLOSED_ACCOUNT } from '#contract/closed-accounts.ts'

/**
 * What others call an account that is joined under this alias. Who gave no name goes by what stands before the @ of the
 * email address, never by the whole of it.
 */
export const nameOf = (alias: string) =>
  sql`coalesce(nullif(${sql.ref(`${alias}.name`)}, ''), split_part(${sql.ref(`${alias}.email`)}, '@', 1))`

/** What lists of books show of the seller, from an account joined as `a`; nothing once it is closed. */
export const sellerColumns = sql`
  CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} ELSE ${sql.lit(CLOSED_ACCOUNT)} END AS "sellerName",
  CASE WHEN a.closed_at IS NULL THEN a.email ELSE '' END AS "sellerEmail",
  a.email_verified AS "sellerEmailVerified"`
