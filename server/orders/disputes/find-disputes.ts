import { DAY_MS } from '#contract/duration.ts'
import { reconcilePayment } from '#server/orders/payments/reconcile-payment.ts'
import type { Services } from '#server/services.ts'
import { listIntentsInDispute } from './disputes.sql.ts'
import { recordDisputes } from './record-disputes.ts'

/** Longer than the provider repeats an event, and than a shop is away. */
const LOOK_BACK_DAYS = 30

/**
 * Finds what no event reported: asks the provider which payments were disputed lately, and about those whose dispute
 * isn't settled here. Each is independent; a failure is logged, and asked again by the next call.
 */
export async function findDisputes({ cards, ...services }: Pick<Services, 'db' | 'clock' | 'cards' | 'log'>) {
  if (!cards?.disputes) return
  const since = new Date(services.clock.now().getTime() - LOOK_BACK_DAYS * DAY_MS)
  const disputed = await cards.disputes.listDisputedIntents(since)
  for (const intentId of new Set([...disputed, ...(await listIntentsInDispute(services.db))]))
    await lookAt({ ...services, cards }, intentId).catch((err: unknown) => {
      services.log.error({ intentId, err }, 'a disputed payment could not be looked at; it will be tried again')
    })
}

/** Asks for the disputes whatever the payment says: a bank's question may be listed alone. */
async function lookAt(services: Parameters<typeof recordDisputes>[0] & Pick<Services, 'log'>, intentId: string) {
  await reconcilePayment(services, intentId)
  await recordDisputes(services, intentId)
}
