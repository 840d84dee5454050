import type { AccountGuards, Services } from '#server/services.ts'
import { requireAccount, requireRole } from './require-account.ts'

/** The accounts' answer to who is signed in. */
export function accountGuards(services: Pick<Services, 'db' | 'tokens'>): AccountGuards {
  return {
    require: (token) => requireAccount(services, token),
    requireRole: (account, roles) => requireRole(services.db, account, roles),
  }
}
