import { mayCloseOwn, mayNameEmail } from '#contract/accounts/accounts.policy.ts'
import type { Refuses } from '#contract/problems.ts'
import type { Site } from '#contract/site.ts'
import { lockAccount, type SignedInAccount } from '#server/accounts/accounts.public.ts'
import { addMail } from '#server/database/add-mail.ts'
import type { Mail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'
import { beginClosing, finishClosing, type CloseServices } from './close-account.ts'

/**
 * Closes one's own account for good, as an admin would, but that the email may sign up again; a last email says so.
 * Refuses another email than one's own, and admins. Called twice, there is nobody left who could ask.
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
    if (may !== 'yes') services.refuse(may, 'You’re an admin. Another admin has to take that back first.')
    await beginClosing(tx, row, services.clock.now())
    // The address leaves the database with this transaction, so the email is written already, and sealed.
    const sealed = services.sealer.seal(JSON.stringify(farewell(services.site, row)))
    await addMail(tx, 'written', { sealed, until: null })
  })
  await finishClosing(services, account.id)
}

function farewell(site: Pick<Site, 'name' | 'publicUrl'>, person: { name: string; email: string }): Mail {
  return {
    to: { name: person.name, address: person.email },
    subject: `Your ${site.name} account is closed`,
    text: `${[
      'You have closed your account. Your unsold books are off the shop, and unpaid orders are cancelled. Of paid orders, the other person keeps your contact details for a while.',
      `If the club still owes you money for a book you sold, write to it, with this email: ${site.publicUrl}/contact`,
      `You’re welcome back any time: ${site.publicUrl}/register`,
      `Wasn’t it you? Write to the club: ${site.publicUrl}/contact`,
    ].join('\n\n')}\n`,
  }
}
