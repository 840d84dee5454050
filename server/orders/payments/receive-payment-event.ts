import { refuse, type Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import { insertEvent } from './payments.sql.ts'
import { reconcilePayment, withCards } from './reconcile-payment.ts'

/**
 * Receives a webhook event of the card provider. Verifies the signature over the raw body before parsing; refuses bad
 * signatures and unreadable events. An event is only a hint which payment to ask about, so their order and their kind,
 * snapshot or thin, don't matter. It is stored once its payment is reconciled: the provider resends what failed before
 * that, and duplicates change nothing.
 */
export async function receivePaymentEvent(
  given: Pick<Services, 'db' | 'clock' | 'cards' | 'log'> & Refuses<'cards_off'>,
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
  const intentId = event.subject && (await services.cards.findIntentId(event.subject))
  if (intentId) await reconcilePayment(services, intentId)
  const isNew = await insertEvent(services.db, event, services.clock.now())
  services.log.info({ eventId: event.id, type: event.type, isNew }, 'payment event')
}
