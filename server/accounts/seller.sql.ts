import { sql } from 'kysely'
import { CLOSED_ACCOUNT } from '#contract/constants.ts'

/** What lists of books and orders show of the seller, from an account joined as `a`; nothing once it is closed. */
export const sellerColumns = sql`
  CASE WHEN a.closed_at IS NULL THEN coalesce(nullif(a.name, ''), a.email) ELSE ${sql.lit(CLOSED_ACCOUNT)} END AS "sellerName",
  CASE WHEN a.closed_at IS NULL THEN a.email ELSE '' END AS "sellerEmail",
  a.email_verified AS "sellerEmailVerified"`
