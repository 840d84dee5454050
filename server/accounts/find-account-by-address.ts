import type { Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import { requireOwnEmail } from './require-own-email.ts'
import { findOpenAccountByEmail, type AccountRow, type SignedInAccount } from './accounts.public.ts'

/**
 * Finds the account of an email address: the caller's own or, for admins, any. Refuses other addresses before it looks,
 * so that the answer doesn't reveal accounts.
 */
export async function findAccountByAddress(
  services: Pick<Services, 'db'> & Refuses<'not_your_email'>,
  asking: SignedInAccount,
  email: string | undefined,
): Promise<AccountRow | null> {
  if (asking.role !== 'admin') requireOwnEmail(services, asking, email)
  return email === undefined || email === asking.email ? asking : findOpenAccountByEmail(services.db, email)
}

/** The same; refuses an unknown address. */
export async function getAccountByAddress(
  services: Pick<Services, 'db'> & Refuses<'not_your_email' | 'not_found'>,
  asking: SignedInAccount,
  email: string | undefined,
): Promise<AccountRow> {
  return (
    (await findAccountByAddress(services, asking, email)) ??
    services.refuse('not_found', 'Nobody in the club has this email.')
  )
}
