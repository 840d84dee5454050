import type { AccountGuards } from '#server/services.ts'
import { type AccountServices, requireAccount, requireRole } from './require-account.ts'

/** Guards for signed-in accounts. What an account trades is known above, so `actsAs` is passed in. */
export function accountGuards(services: AccountServices, actsAs: AccountGuards['actsAs']): AccountGuards {
  return {
    require: (token) => requireAccount(services, token),
    actsAs,
    requireRole: (account, roles) => requireRole(actsAs, account, roles),
  }
}
