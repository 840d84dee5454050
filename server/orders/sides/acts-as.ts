import type { Role } from '#contract/call.ts'
import { hasBooksInList } from '#server/books/books.public.ts'
import type { Db } from '#server/database/schema.ts'
import { hasOrdersAs } from '#server/orders/orders.sql.ts'

/**
 * Whether an account may act in a role: its own; and buyers and sellers also in the other one while they have orders or
 * books there, so that switching roles hides neither.
 */
export async function actsAs(db: Db, account: { id: string; role: Role }, role: Role): Promise<boolean> {
  if (account.role === role) return true
  if (account.role === 'seller' && role === 'buyer') return hasOrdersAs(db, 'buyer', account.id)
  if (account.role === 'buyer' && role === 'seller') return hasListed(db, account.id)
  return false
}

/** Role of an account that stops being admin: the side on which it has orders or books. */
export async function sideOf(db: Db, accountId: string): Promise<Exclude<Role, 'admin'>> {
  if (await hasListed(db, accountId)) return 'seller'
  return (await hasOrdersAs(db, 'buyer', accountId)) ? 'buyer' : 'user'
}

/** Sold books that were taken off the list leave their orders. */
const hasListed = async (db: Db, accountId: string) =>
  (await hasBooksInList(db, accountId)) || hasOrdersAs(db, 'seller', accountId)
