import type { Pool } from 'pg'
import { normalizeIP } from '@better-auth/core/utils/ip'
import type { IdentityPort, PasswordCheck } from '#server/ports/identity.ts'
import { passwordMatches } from './passwords.ts'
import type { IdentitySettings } from './settings.ts'
import { signInGuard } from './sign-in-guard.ts'
import { findPassword } from './users.sql.ts'

/**
 * Checks a password without signing in. Guesses share the sign-in's budget, so that a second form gives no extra
 * guesses; a refusal may take some seconds.
 */
export function passwordCheck(
  { rateLimits, clock, secret }: Pick<IdentitySettings, 'rateLimits' | 'clock' | 'secret'>,
  pool: Pool,
): NonNullable<IdentityPort['checkPassword']> {
  const guard = signInGuard({ pool, clock, secret })
  return async ({ identityId, password, clientAddress }): Promise<PasswordCheck> => {
    const found = await findPassword(pool, identityId)
    if (!found) return { is: 'none' }
    const attempt = { email: found.email, client: normalizeIP(clientAddress), device: null }
    const admission = rateLimits ? await guard.admit(attempt) : null
    if (admission && !admission.mayTry) return { is: 'too_many', seconds: admission.seconds }
    if (!(await passwordMatches({ hash: found.hash, password }))) return { is: 'wrong' }
    if (admission) await guard.succeeded(admission.spent)
    return { is: 'right' }
  }
}
