import { refuse } from '#contract/problems.ts'
import { findAccountById, type AccountRow } from './accounts.sql.ts'
import type { Services } from '#server/services.ts'

/** The signed-in account behind a club token, as the database knows it right now. */
export type Member = AccountRow & { /** Seconds since 1970. */ signedInAt: number }

/**
 * Who a club token belongs to. Refuses, with the reason, a token that is not ours, has expired or was ended (log-out,
 * new password, new role, closed account all raise the account's version).
 */
export async function requireMember(services: Pick<Services, 'db' | 'tokens'>, token: string): Promise<Member> {
  const claims = await services.tokens.verify(token)
  const account = claims && (await findAccountById(services.db, claims.accountId))
  if (account?.closedAt) refuse('not_signed_in', 'This account was closed by the admin of the club.')
  if (!account || account.version !== claims.version)
    refuse('not_signed_in', 'Please sign in again: your session has ended.')
  return { ...account, signedInAt: claims.signedInAt }
}
