import type { Account, ListedAccount } from '#contract/accounts/accounts.ts'
import type { Person } from '#contract/accounts/people.ts'
import { memberName } from '#contract/wording.ts'
import type { ListedAccountRow } from './account-lists.sql.ts'
import type { AccountRow } from './accounts.public.ts'

/** Account row → what the contract shows its person of it; who gave no name has an empty one. */
export function shapeAccount(row: AccountRow): Account {
  const { id, identityId, name, email, emailVerified, role, photoUrl, joinedAt } = row
  return { id, identityId, name, email, emailVerified, role, photoUrl, joinedAt }
}

/** The same with what the account does in the shop, for the admin, under the name that others see. */
export function shapeListedAccount(row: ListedAccountRow): ListedAccount {
  const { listings, sales, purchases, openOrders } = row
  return { ...shapeAccount(row), name: memberName(row), stats: { listings, sales, purchases, openOrders } }
}

/** The same with why somebody is out, where they are. */
export function shapePerson(row: ListedAccountRow): Person {
  const { suspendedAt: since, suspendedUntil: until, suspendedFor: reason, suspensionNote: note } = row
  return {
    ...shapeListedAccount(row),
    suspension: since && reason ? { since, until, reason, note: note ?? '' } : null,
  }
}
