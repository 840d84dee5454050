import type { Role } from '#contract/call.ts'
import { refuse } from '#contract/problems.ts'
import type { Tx } from '#server/database/schema.ts'
import type { AccountGuards, Services } from '#server/services.ts'
import { findAccountById, lockAccount, type AccountRow, type SignedInAccount } from './accounts.public.ts'
import { suspensionWords } from './suspension-words.ts'

/** Services to authenticate an account, and the contact shown in refusals. */
export type AccountServices = Pick<Services, 'db' | 'tokens'> & {
  site: Pick<Services['site'], 'contact' | 'publicUrl'>
}

/**
 * Authenticates a club token. Refuses, with the reason, a token that is not ours, has expired or was ended: log-out,
 * new password, new role, suspension and closing all raise the account's version.
 */
export async function requireAccount(services: AccountServices, token: string): Promise<SignedInAccount> {
  const claims = await services.tokens.verify(token)
  const account = claims && (await findAccountById(services.db, claims.accountId))
  if (account?.closedAt) refuseClosed()
  if (account?.suspendedAt) refuse('not_signed_in', suspensionWords(account, services.site))
  if (!account || account.version !== claims.version)
    refuse('not_signed_in', 'Please sign in again: you’ve been signed out.')
  return { ...account, signedInAt: claims.signedInAt, sessionId: claims.sessionId }
}

/** Refuses an account without any of the roles. */
export async function requireRole(
  actsAs: AccountGuards['actsAs'],
  account: SignedInAccount,
  roles: readonly Role[],
): Promise<void> {
  for (const role of roles) if (await actsAs(account, role)) return
  refuse(
    'wrong_role',
    `This is for ${roles.map((role) => `${role}s`).join(' and ')}; your account is a ${account.role}’s.`,
  )
}

/**
 * Locks an account's row and refuses a closed or suspended one. Closing and suspending wait for the lock, so they see
 * what this transaction wrote.
 */
export async function lockOpenAccount(tx: Tx, accountId: string): Promise<AccountRow> {
  const account = await lockAccount(tx, accountId)
  if (!account || account.closedAt) return refuseClosed()
  return account.suspendedAt ? refuse('not_signed_in', 'Your account is suspended.') : account
}

function refuseClosed(): never {
  return refuse('not_signed_in', 'This account was closed by the club.')
}
