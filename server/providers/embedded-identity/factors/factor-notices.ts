import type { Pool } from 'pg'
import { endOtherSessions } from '../sessions.sql.ts'
import type { IdentitySettings } from '../settings.ts'
import { factorMail, type FactorChange } from './factor-mails.ts'

type Settings = Pick<IdentitySettings, 'events' | 'mail' | 'shopName' | 'publicUrl'>
export type User = { id: string; email: string; name: string }

/** What follows a change of passkeys or second factor: club tokens end, and the person gets an email. */
export function factorNotices({ events, mail, shopName, publicUrl }: Settings) {
  const mailOf = (user: User, change: FactorChange) =>
    mail.send(factorMail({ name: shopName(), publicUrl }, user, change))
  return {
    mailOf,
    async changed(user: User, change: FactorChange): Promise<void> {
      await events.onCredentialsChanged(user.id)
      await mailOf(user, change)
    },
    /** The same where other sessions may be a stranger's, or have not passed what is asked from now on. */
    async changedForAll(pool: Pool, user: User, sessionId: string, change: FactorChange): Promise<void> {
      await endOtherSessions(pool, user.id, sessionId)
      await events.onCredentialsChanged(user.id)
      await mailOf(user, change)
    },
  }
}
