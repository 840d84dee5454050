import type { AccountGuards } from '#server/services.ts'
import { type AccountServices, requireAccount, requireRole } from './require-account.ts'

/** The accounts' answer to who is signed in. What an account trades is known above: `actsAs` is handed down. */
export function accountGuards(services: AccountServices, actsAs: AccountGuards['actsAs']): AccountGuards {
  return {
    require: (token) => requireAccount(services, token),
    actsAs,
    requireRole: (account, roles) => requireRole(actsAs, account, roles),
  }
}
