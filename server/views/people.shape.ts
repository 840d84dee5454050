import type { ListedAccount } from '#contract/accounts/accounts.ts'
import type { Person } from '#contract/accounts/people.ts'
import { memberName } from '#contract/wording.ts'
import { mailRefusalOf, shapeAccount } from '#server/accounts/accounts.shape.ts'
import type { ListedAccountRow } from './people.sql.ts'

/** Account row with what the account does in the shop, as admins see it: under the name that others see. */
export function shapeListedAccount(row: ListedAccountRow): ListedAccount {
  const { listings, sales, purchases, openOrders } = row
  return { ...shapeAccount(row), name: memberName(row), stats: { listings, sales, purchases, openOrders } }
}

/** The same with the suspension's reason, and what the address's mail server refused with, if any. */
export function shapePerson(row: ListedAccountRow): Person {
  const { suspendedAt: since, suspendedUntil: until, suspendedFor: reason, suspensionNote: note } = row
  return {
    ...shapeListedAccount(row),
    mailRefusal: mailRefusalOf(row),
    suspension: since && reason ? { since, until, reason, note: note ?? '' } : null,
  }
}
