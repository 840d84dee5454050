import type { Services } from '#server/services.ts'
import { endTokens, findAccountByIdentity } from './accounts.public.ts'
import { updateProfile } from './accounts.sql.ts'
import { findAwaited } from './identity-moves/identity-moves.sql.ts'

/** Handlers of the identity provider's events and questions; all are idempotent. */
export function identityEvents({ db }: Pick<Services, 'db'>) {
  return {
    /** A new password or ended sessions: end every club token. */
    onCredentialsChanged: (identityId: string) => endTokens(db, identityId),
    isUnproven: async (identityId: string) => (await findAccountByIdentity(db, identityId))?.emailVerified === false,
    isAwaited: async (email: string) => (await findAwaited(db, email)) !== null,
    /** Returns the account's id where this has confirmed its email. */
    onProfileChanged: (profile: Parameters<typeof updateProfile>[1]) => updateProfile(db, profile),
  }
}
