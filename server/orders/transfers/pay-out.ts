import { DAY_MS, HOUR_MS } from '#contract/duration.ts'
import { inBatches } from '#server/orders/in-batches.ts'
import { providerOf } from '#server/ports/payouts.ts'
import type { Services } from '#server/services.ts'
import { payoutAccountMail } from './recipient-mails.ts'
import { listRecipientsToAsk, takeSellersToRemind } from './recipients.sql.ts'
import { recordReversals } from './record-reversals.ts'
import { refreshRecipient } from './refresh-recipient.ts'
import { listTransfersToReverse } from './reversals.sql.ts'
import { reverseTransfer } from './reverse-transfer.ts'
import { sendTransfer } from './send-transfer.ts'
import { listOrdersToTransfer, takeTransfersToWatch } from './transfers.sql.ts'

type PayOutServices = Pick<Services, 'db' | 'clock' | 'log' | 'payouts'>

/** Items of each kind at a time; the next call continues. */
const AT_MOST = 200
const REMINDED_AFTER_MS = 7 * DAY_MS

/**
 * Pays sellers out by the provider: takes back what went back to buyers, transfers what is owed to sellers whose
 * account is ready, asks about the accounts of others, and reminds those who have none, at most once a week. Does
 * nothing in a shop that pays out by hand. Each item is independent; a failure is logged, and tried again by the next
 * call. Two calls at once move nothing twice.
 */
export async function payOut(services: PayOutServices): Promise<void> {
  const provider = providerOf(services.payouts)
  if (!provider) return
  const { db, clock, log } = services
  const using = { db, clock, log, provider }
  const now = clock.now()
  const each = (found: string[], work: (id: string) => Promise<void>, failed: string) =>
    inBatches(log, AT_MOST, { take: async (limit) => found.splice(0, limit), work, facts: (id) => ({ id }), failed })
  await each(
    await listTransfersToReverse(db, now, AT_MOST),
    (id) => reverseTransfer(using, id),
    'a transfer could not be taken back; it will be tried again',
  )
  await each(
    (await listRecipientsToAsk(db, new Date(now.getTime() - HOUR_MS), AT_MOST)).map(
      ({ providerAccountId }) => providerAccountId!,
    ),
    (id) => refreshRecipient(using, id),
    'a seller’s payout account could not be asked about; it will be tried again',
  )
  await each(
    await listOrdersToTransfer(db, now, AT_MOST),
    (orderId) => sendTransfer(using, orderId),
    'a transfer could not be made; it will be tried again',
  )
  await inBatches(log, AT_MOST, {
    take: (limit) => takeTransfersToWatch(db, now, limit),
    work: ({ providerTransferId }) => recordReversals(using, providerTransferId!),
    facts: ({ id }) => ({ id }),
    failed: 'the payout provider could not be asked about a transfer; it will be asked again tomorrow',
  })
  await remind(services)
}

async function remind({ db, clock }: PayOutServices): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const since = now.toISOString()
    for (const accountId of await takeSellersToRemind(tx, now, new Date(now.getTime() - REMINDED_AFTER_MS), AT_MOST))
      await payoutAccountMail.book(tx, { accountId, since })
  })
}
