import { refuse, type Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import { insertEvent } from './payments.sql.ts'
import { reconcilePayment, withCards } from './reconcile-payment.ts'

/**
 * Takes one event of the card provider's. The signature is verified over the raw body before anything is read from
 * it; refused otherwise, and so is what is signed but no event that we know to read. An event is only a hint which payment to ask about, so that events in whatever order tell
 * no lies. It is noted once the payment it speaks of is settled: what failed before that is sent again by the
 * provider, and what came twice changes nothing.
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
        : 'This is no event that the shop can read; send it the card provider’s snapshot events.',
    )
  if (event.intentId) await reconcilePayment(services, event.intentId)
  const isNew = await insertEvent(services.db, event, services.clock.now())
  services.log.info({ eventId: event.id, type: event.type, isNew }, 'payment event')
}
