import type { Services } from '#server/services.ts'
import { endTokens } from './accounts.public.ts'
import { updateProfile } from './accounts.sql.ts'

/** What accounts follow of the identity provider's; each may come again and again. */
export function identityEvents({ db }: Pick<Services, 'db'>) {
  return {
    /** A new password, or sessions ended: every club token of the account ends. */
    onCredentialsChanged: (identityId: string) => endTokens(db, identityId),
    onProfileChanged: (profile: Parameters<typeof updateProfile>[1]) => updateProfile(db, profile),
  }
}
