import type { AccountGuards } from '#server/services.ts'
import { type AccountServices, requireAccount, requireRole } from './require-account.ts'

/** The accounts' answer to who is signed in. */
export function accountGuards(services: AccountServices): AccountGuards {
  return {
    require: (token) => requireAccount(services, token),
    requireRole: (account, roles) => requireRole(services.db, account, roles),
  }
}
