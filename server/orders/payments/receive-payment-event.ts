import { refuse, type Refuses } from '#contract/problems.ts'
import type { CardEvent } from '#server/ports/card-payments.ts'
import { providerOf } from '#server/ports/payouts.ts'
import { addJob } from '#server/database/add-job.ts'
import { getOwed } from '#server/orders/transfers/reversals.sql.ts'
import { recordReversals } from '#server/orders/transfers/record-reversals.ts'
import { refreshRecipient } from '#server/orders/transfers/refresh-recipient.ts'
import type { Services } from '#server/services.ts'
import { insertEvent } from './payments.sql.ts'
import { reconcilePayment, withCards } from './reconcile-payment.ts'

/**
 * Receives a webhook event of the card provider. Verifies the signature over the raw body before parsing; refuses bad
 * signatures and unreadable events. An event is only a hint what to ask about, so their order and their kind,
 * snapshot or thin, don't matter. It is stored once that was asked about: the provider resends what failed before
 * that, and duplicates change nothing.
 */
export async function receivePaymentEvent(
  given: Pick<Services, 'db' | 'clock' | 'cards' | 'payouts' | 'log'> & Refuses<'cards_off'>,
  rawBody: Buffer,
  signature: string,
): Promise<void> {
  const services = withCards(given)
  const event = services.cards.verifyEvent(rawBody, signature)
  if ('refused' in event)
    return refuse(
      'invalid_input',
      event.refused === 'forged'
        ? 'This was not signed by the card provider within the last five minutes.'
        : 'This is no event that the shop can read.',
    )
  await lookAt(services, event.subject)
  const isNew = await insertEvent(services.db, event, services.clock.now())
  services.log.info({ eventId: event.id, type: event.type, isNew }, 'payment event')
}

type LookServices = Parameters<typeof reconcilePayment>[0] & Pick<Services, 'payouts'>

/** Asks the provider about what an event names, and writes what follows. */
async function lookAt(services: LookServices, subject: CardEvent['subject']): Promise<void> {
  if (!subject) return
  const provider = providerOf(services.payouts)
  if (subject.kind === 'transfer' || subject.kind === 'recipient') {
    if (!provider) return
    const record = subject.kind === 'transfer' ? recordReversals : refreshRecipient
    return record({ ...services, provider }, subject.id)
  }
  const intentId = await services.cards.findIntentId(subject)
  const payment = intentId && (await reconcilePayment(services, intentId))
  if (!payment || !provider || (await getOwed(services.db, payment.orderId)) >= 0) return
  // What went back after the transfer is taken back at once, while the seller's account still has it.
  await services.db.transaction().execute((tx) => addJob(tx, 'pay_out', {}))
}
