import type { Pool } from 'pg'
import type { Factors } from '#server/ports/identity.ts'
import type { OneAtATime } from '../one-at-a-time.ts'
import type { IdentitySettings } from '../settings.ts'
import { endSessions, findUser } from '../users.sql.ts'
import { factorNotices } from './factor-notices.ts'
import { deleteFactors, readFactors } from './factors.sql.ts'

/** What the shop knows of people's second factors, and may do about them. */
export function factorsOfPeople(
  settings: Pick<IdentitySettings, 'events' | 'mail' | 'shopName' | 'publicUrl'>,
  pool: Pool,
  inTurn: OneAtATime,
): Factors {
  const { changed } = factorNotices(settings)
  return {
    read: async (identityId) => {
      const { isOn, passkeys } = await readFactors(pool, identityId)
      return { isOn, passkeys: passkeys.map(({ id: _name, ...passkey }) => passkey) }
    },
    reset: (identityId) =>
      inTurn(identityId, async () => {
        const user = await findUser(pool, identityId)
        if (!user || !(await deleteFactors(pool, identityId))) return false
        await endSessions(pool, identityId)
        await changed(user, 'reset by the club')
        return true
      }),
  }
}
