import { reconcilePayment, refundIfDue } from '#server/payments/reconcile-payment.ts'
import { listPaymentsToRefund } from '#server/payments/payments.sql.ts'
import type { Services } from '#server/services.ts'
import { listClaimsToSweep } from './orders.sql.ts'
import { expireClaim } from './release-claim.ts'

const AT_ONCE = 100

/**
 * Makes good whatever fell between two steps: claims that lapsed without their job, payments whose event never
 * came, refunds that were promised and not made. Each one is on its own; a failure is logged and met again by the
 * next sweep.
 */
export async function sweep(services: Pick<Services, 'db' | 'clock' | 'cards' | 'log'>): Promise<void> {
  const attempt = async (facts: object, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      services.log.error({ ...facts, err: error }, 'sweep failed, will be tried again')
    }
  }
  for (const claim of await listClaimsToSweep(services.db, services.clock.now(), AT_ONCE)) {
    await attempt({ orderId: claim.id }, async () => {
      if (claim.intentId && services.cards) await reconcilePayment(services, claim.intentId)
      if (claim.lapsed) await expireClaim(services, claim.id)
    })
  }
  if (!services.cards) return
  for (const payment of await listPaymentsToRefund(services.db, AT_ONCE)) {
    await attempt({ orderId: payment.orderId }, () => refundIfDue(services, payment.intentId))
  }
}
