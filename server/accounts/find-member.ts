import { findAccountById, type AccountRow } from './accounts.sql.ts'
import type { Services } from '#server/services.ts'

/** The signed-in account behind a club token, as the database knows it right now. */
export type Member = AccountRow & { /** Seconds since 1970. */ signedInAt: number }

/**
 * Finds who a club token belongs to; null when the token is not ours, has expired or was ended (log-out, new
 * password, new role, closed account all raise the account's version).
 */
export async function findMember(services: Pick<Services, 'db' | 'tokens'>, token: string): Promise<Member | null> {
  const claims = await services.tokens.verify(token)
  if (!claims) return null
  const account = await findAccountById(services.db, claims.accountId)
  if (!account || account.version !== claims.version || account.closedAt) return null
  return { ...account, signedInAt: claims.signedInAt }
}
