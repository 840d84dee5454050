import type { OwnAccount } from '#contract/accounts/accounts.ts'
import type { Role } from '#contract/call.ts'

/** What an account does here: its role first, then the other side of trade, if it has bought or sold before. */
export function rolesOf({ role, isBuyer, isSeller }: Pick<OwnAccount, 'role' | 'isBuyer' | 'isSeller'>): Role[] {
  return [
    role,
    ...(isBuyer && role !== 'buyer' ? (['buyer'] as const) : []),
    ...(isSeller && role !== 'seller' ? (['seller'] as const) : []),
  ]
}
