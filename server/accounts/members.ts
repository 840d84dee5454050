import type { Members, Services } from '#server/services.ts'
import { requireMember, requireRole } from './require-member.ts'

/** The accounts' answer to who is signed in. */
export function members(services: Pick<Services, 'db' | 'tokens'>): Members {
  return {
    require: (token) => requireMember(services, token),
    requireRole: (member, roles) => requireRole(services.db, member, roles),
  }
}
