import type { Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import { requireOwnEmail } from './require-own-email.ts'
import { findOpenAccountByEmail, type AccountRow, type SignedInAccount } from './accounts.public.ts'

/**
 * The account behind an address, which is one's own or, for the admin, anyone's. Refuses other people's addresses
 * before it looks, so that the answer doesn't tell who has an account.
 */
export async function findAccountByAddress(
  services: Pick<Services, 'db'> & Refuses<'not_your_email'>,
  asking: SignedInAccount,
  email: string | undefined,
): Promise<AccountRow | null> {
  if (asking.role !== 'admin') requireOwnEmail(services, asking, email)
  return email === undefined || email === asking.email ? asking : findOpenAccountByEmail(services.db, email)
}

/** The same, where an unknown address is refused. */
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
