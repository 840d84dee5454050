import type { Role } from '#contract/call.ts'
import type { Db } from '#server/database/schema.ts'
import { hasListed, hasOrdered } from './sides.sql.ts'

/**
 * Whether an account acts in a role: its own, and of buyer and seller also the other one where it has something to lose
 * sight of, so that going over to selling hides no order, and going over to buying no book.
 */
export async function actsAs(db: Db, account: { id: string; role: Role }, role: Role): Promise<boolean> {
  if (account.role === role) return true
  if (account.role === 'seller' && role === 'buyer') return hasOrdered(db, account.id)
  if (account.role === 'buyer' && role === 'seller') return hasListed(db, account.id)
  return false
}

/** The role of somebody who is an admin no more: the side of trade that they have something on. */
export async function sideOf(db: Db, accountId: string): Promise<Exclude<Role, 'admin'>> {
  if (await hasListed(db, accountId)) return 'seller'
  return (await hasOrdered(db, accountId)) ? 'buyer' : 'user'
}
