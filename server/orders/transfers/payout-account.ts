import type { PayoutAccount } from '#contract/orders/payout-account.ts'
import { href } from '#contract/href.ts'
import type { Refuses } from '#contract/problems.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { providerOf, type PayoutProvider } from '#server/ports/payouts.ts'
import type { Services } from '#server/services.ts'
import { findRecipient, findWaitingOf, insertRecipient } from './recipients.sql.ts'
import { refreshRecipient } from './refresh-recipient.ts'

type AccountServices = Pick<Services, 'db' | 'clock' | 'payouts'>

/** How far a seller's account at the payout provider is, as it was asked last, and whether a transfer to it waits. */
export async function getPayoutAccount({ db }: Pick<Services, 'db'>, accountId: string): Promise<PayoutAccount> {
  const recipient = await findRecipient(db, accountId)
  return {
    status: recipient?.status ?? 'none',
    reason: recipient?.reason ?? null,
    bankRefusal: recipient?.bankRefusal ?? null,
    waits: await findWaitingOf(db, accountId),
  }
}

/** Asks the provider about a seller's account, and returns what it says. Rejects where it can't be reached. */
export async function refreshPayoutAccount(services: AccountServices, accountId: string): Promise<PayoutAccount> {
  const provider = providerOf(services.payouts)
  const recipient = await findRecipient(services.db, accountId)
  if (provider && recipient?.providerAccountId)
    await refreshRecipient({ ...services, provider }, recipient.providerAccountId)
  return getPayoutAccount(services, accountId)
}

/**
 * Opens a seller's account at the payout provider, once, and returns the address of the provider's page where they
 * enter their bank. Refuses (`not_offered`) where the club pays out by hand. Rejects where the provider can't be
 * reached.
 */
export async function openPayoutAccount(
  services: AccountServices & Pick<Services, 'site'> & Refuses<'not_offered'>,
  accountId: string,
): Promise<{ url: string }> {
  const provider = providerOf(services.payouts)
  if (!provider)
    return services.refuse(
      'not_offered',
      'The club transfers what it owes you itself: you don’t need a payout account.',
    )
  const recipientId = await recipientOf(services, provider, accountId)
  const back = `${services.site.publicUrl}${href('/dashboard/statement')}`
  return { url: await provider.recipients.onboardingUrl(recipientId, { returnUrl: back, refreshUrl: back }) }
}

async function recipientOf(
  { db, site }: AccountServices & Pick<Services, 'site'>,
  { recipients }: PayoutProvider,
  accountId: string,
): Promise<string> {
  const known = (await findRecipient(db, accountId))?.providerAccountId
  if (known) return known
  const { email } = (await findAccountById(db, accountId))!
  const { recipientId } = await recipients.open({ sellerId: accountId, email, currency: site.currency })
  await insertRecipient(db, accountId, recipientId)
  return (await findRecipient(db, accountId))?.providerAccountId ?? recipientId
}
