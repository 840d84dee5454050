import type { Confirmation } from '#contract/accounts/admins.ts'
import type { BankAccount, BankDetailsForm, OwnBankDetails } from '#contract/orders/bank-details.ts'
import type { Refuses } from '#contract/problems.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import { requireConfirmation } from '#server/accounts/require-confirmation.ts'
import type { Tx } from '#server/database/schema.ts'
import { providerOf } from '#server/ports/payouts.ts'
import type { Services } from '#server/services.ts'
import { bankDetailsMail, type BankDetailsNews } from './bank-details-mail.ts'
import { deleteBankDetails, findBankDetails, putBankDetails } from './bank-details.sql.ts'
import { openSealed, sealAccount } from './sealed-account.ts'

type DetailsServices = Pick<Services, 'db' | 'clock' | 'bankSealer'>
type OfferedServices = DetailsServices & Pick<Services, 'payouts'> & Refuses<'not_offered'>

/** Where a seller's money goes, as they are shown it: of an account its end alone. */
export async function getBankDetails(
  { db, bankSealer }: Pick<Services, 'db' | 'bankSealer'>,
  accountId: string,
): Promise<OwnBankDetails> {
  const details = await findBankDetails(db, accountId)
  if (!details) return { way: null, endsIn: null, since: null }
  const { sealed, since } = details
  if (sealed === null) return { way: 'hand', endsIn: null, since }
  return { way: 'bank', endsIn: openSealed(bankSealer, sealed)?.account.slice(-4) ?? null, since }
}

/** The same with the whole account, for the file with all that the club has of its owner; null where they said nothing. */
export async function getWholeBankDetails(
  { db, bankSealer }: Pick<Services, 'db' | 'bankSealer'>,
  accountId: string,
): Promise<(Pick<OwnBankDetails, 'way' | 'since'> & Partial<BankAccount>) | null> {
  const details = await findBankDetails(db, accountId)
  if (!details) return null
  const { sealed, since } = details
  return sealed === null ? { way: 'hand', since } : { way: 'bank', since, ...openSealed(bankSealer, sealed) }
}

/**
 * Keeps a seller's bank details, encrypted, and tells the seller by email: someone else at their account would put their
 * own there. Refuses a missing password or recent sign-in, an unconfirmed email, which that notice may not reach, and
 * (`not_offered`) where a provider pays sellers out. The same details again change nothing.
 */
export async function saveBankDetails(
  services: OfferedServices & Pick<Services, 'identity'> & Refuses<'email_not_confirmed'>,
  account: SignedInAccount,
  { holder, account: number, bank }: Pick<BankDetailsForm, 'holder' | 'account' | 'bank'>,
  { confirmation, clientAddress }: { confirmation: Confirmation; clientAddress: string },
): Promise<void> {
  requireByHand(services)
  if (!account.emailVerified)
    services.refuse(
      'email_not_confirmed',
      'Please confirm your email first: that’s where we tell you when your bank details change.',
    )
  await requireConfirmation(services, account, confirmation, clientAddress)
  const given = { holder, account: number, bank }
  await change(services, account, 'changed', async (tx, since) => {
    const { sealed } = (await findBankDetails(tx, account.id)) ?? { sealed: null }
    const before = sealed === null ? null : openSealed(services.bankSealer, sealed)
    if (JSON.stringify(before) === JSON.stringify(given)) return false
    await putBankDetails(tx, { accountId: account.id, sealed: sealAccount(services.bankSealer, given), since })
    return true
  })
}

/** The seller is paid by hand: their bank details are deleted, and they get an email. Chosen again, nothing changes. */
export async function choosePaidByHand(services: OfferedServices, account: SignedInAccount): Promise<void> {
  requireByHand(services)
  await change(services, account, 'by_hand', async (tx, since) => {
    const before = await findBankDetails(tx, account.id)
    if (before?.sealed === null) return false
    await putBankDetails(tx, { accountId: account.id, sealed: null, since })
    return true
  })
}

/** Deletes what a seller said of where their money goes, with an email. Called again, nothing changes. */
export const removeBankDetails = (services: DetailsServices, account: SignedInAccount): Promise<void> =>
  change(services, account, 'removed', (tx) => deleteBankDetails(tx, account.id))

function requireByHand({ payouts, refuse }: Pick<OfferedServices, 'payouts' | 'refuse'>): void {
  if (providerOf(payouts))
    refuse(
      'not_offered',
      'Payouts go to your bank automatically here. Please enter your account with the payout provider instead.',
    )
}

/** `act` says whether anything changed. */
async function change(
  { db, clock }: DetailsServices,
  { id: accountId }: SignedInAccount,
  news: BankDetailsNews,
  act: (tx: Tx, now: Date) => Promise<boolean>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOpenAccount(tx, accountId)
    const now = clock.now()
    if (await act(tx, now)) await bankDetailsMail.book(tx, { accountId, news, since: now.toISOString() })
  })
}
