import type { Account } from '#contract/accounts.ts'
import type { AccountRow } from './accounts.sql.ts'

/** Account row → what the contract shows of it. */
export function shapeAccount(row: AccountRow): Account & { identityId: string } {
  const { id, identityId, email, emailVerified, role, photoUrl, joinedAt } = row
  return { id, identityId, name: displayName(row), email, emailVerified, role, photoUrl, joinedAt }
}

/** A person without a name goes by the address. */
export function displayName(account: Pick<AccountRow, 'name' | 'email'>): string {
  return account.name === '' ? account.email : account.name
}
