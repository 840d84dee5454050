import { mayCloseOwn, mayNameEmail } from '#contract/accounts/accounts.policy.ts'
import type { Refuses } from '#contract/problems.ts'
import { lockAccount, type SignedInAccount } from '#server/accounts/accounts.public.ts'
import type { Services } from '#server/services.ts'
import { mailAccountClosed } from './mail-account-closed.ts'
import { beginClosing, finishClosing, type CloseServices } from './close-account.ts'

/**
 * Closes the caller's own account for good, as an admin would, but without banning the email; a last email says so.
 * Refuses an email other than the caller's, and admins. A second call finds no account.
 */
export async function closeOwnAccount(
  services: CloseServices & Pick<Services, 'sealer' | 'site'> & Refuses<'not_your_email' | 'account_protected'>,
  account: SignedInAccount,
  email: string,
): Promise<void> {
  const isOwn = mayNameEmail(account, email)
  if (isOwn !== 'yes')
    services.refuse(isOwn, 'Please type the email of your account.', [
      { field: 'email', message: 'That’s not the email of this account' },
    ])
  await services.db.transaction().execute(async (tx) => {
    const row = await lockAccount(tx, account.id)
    if (!row || row.closedAt) return
    const may = mayCloseOwn(row)
    if (may !== 'yes') services.refuse(may, 'You’re an admin. Ask another admin to remove you as an admin first.')
    await beginClosing(tx, row, services.clock.now())
    await mailAccountClosed(tx, services, row, { by: 'themselves' })
  })
  await finishClosing(services, account.id)
}
