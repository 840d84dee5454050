import type { Account } from '#contract/accounts/accounts.ts'
import type { AccountRow } from './accounts.public.ts'

/** Account row → what the contract shows its person of it; who gave no name has an empty one. */
export function shapeAccount(row: AccountRow): Account {
  const { id, identityId, name, email, emailVerified, role, photoUrl, joinedAt } = row
  return { id, identityId, name, email, emailVerified, role, photoUrl, joinedAt }
}
