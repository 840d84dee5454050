import type { Role } from '#contract/call.ts'
import { hasBooksInList } from '#server/books/books.public.ts'
import type { Db } from '#server/database/schema.ts'
import { hasOrdersAs } from '#server/orders/orders.sql.ts'

/**
 * Whether an account acts in a role: its own, and of buyer and seller also the other one where it has something to lose
 * sight of, so that going over to selling hides no order, and going over to buying no book.
 */
export async function actsAs(db: Db, account: { id: string; role: Role }, role: Role): Promise<boolean> {
  if (account.role === role) return true
  if (account.role === 'seller' && role === 'buyer') return hasOrdersAs(db, 'buyer', account.id)
  if (account.role === 'buyer' && role === 'seller') return hasListed(db, account.id)
  return false
}

/** The role that an account has once it is no admin any more: the side of trade that it has something on. */
export async function sideOf(db: Db, accountId: string): Promise<Exclude<Role, 'admin'>> {
  if (await hasListed(db, accountId)) return 'seller'
  return (await hasOrdersAs(db, 'buyer', accountId)) ? 'buyer' : 'user'
}

/** Books that were sold and taken off the list since leave their orders. */
const hasListed = async (db: Db, accountId: string) =>
  (await hasBooksInList(db, accountId)) || hasOrdersAs(db, 'seller', accountId)
