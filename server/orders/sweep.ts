import { reconcilePayment } from '#server/orders/payments/reconcile-payment.ts'
import { getPayment } from '#server/orders/payments/payments.sql.ts'
import { recordRefunds } from '#server/orders/payments/record-refunds.ts'
import { nextRefundSweep, takeRefundsToMake, takeRefundsToWatch } from '#server/orders/payments/refunds.sql.ts'
import { sendRefund } from '#server/orders/payments/send-refund.ts'
import type { Services } from '#server/services.ts'
import { nextOrderSweep, takeOrdersToSweep } from './orders.sql.ts'
import { takeTimeStep } from './take-time-step.ts'

type SweepServices = Pick<Services, 'db' | 'clock' | 'cards' | 'log'>

/** Items of each kind per sweep; the next sweep continues. */
const AT_MOST = 500
const BATCH = 20
/** Concurrency limit: the card provider is slow and has rate limits. */
const SIDE_BY_SIDE = 4
/** Failures logged in full; more are only counted. */
const MOST_TOLD = 3

/**
 * Makes due steps, and catches up on what was lost between two steps: payments whose event never came, refunds that
 * weren't sent, or failed unreported. The longest waiting come first, so that none starves behind others that stay open
 * or keep failing. Each item is independent; a failure is logged and retried by the next sweep. Two sweeps at once
 * share the work.
 */
export async function sweep(services: SweepServices, atMost = AT_MOST): Promise<void> {
  const { db, clock, cards, log } = services
  const orders = await nextOrderSweep(db)
  await inBatches(log, atMost, {
    take: (limit) => takeOrdersToSweep(db, orders, clock.now(), limit),
    work: async ({ id, intentId, isDue }) => {
      if (intentId && cards) await reconcilePayment({ ...services, cards }, intentId)
      if (isDue) await takeTimeStep(services, id)
    },
    facts: ({ id }) => ({ orderId: id }),
    failed: 'the sweep could not look after an order; it will be tried again',
  })
  if (!cards) return
  const refunds = await nextRefundSweep(db)
  await inBatches(log, atMost, {
    take: (limit) => takeRefundsToMake(db, refunds, limit),
    work: ({ id }) => sendRefund({ ...services, cards }, id),
    facts: ({ orderId, id }) => ({ orderId, refundId: id }),
    failed: 'a refund could not be made; it will be tried again',
  })
  await inBatches(log, atMost, {
    take: (limit) => takeRefundsToWatch(db, clock.now(), limit),
    work: async ({ paymentId }) => recordRefunds({ ...services, cards }, (await getPayment(db, paymentId!)).intentId),
    facts: ({ orderId, id }) => ({ orderId, refundId: id }),
    failed: 'the card provider could not be asked whether a refund has failed; it will be asked again tomorrow',
  })
}

interface Kind<Item> {
  take(limit: number): Promise<Item[]>
  work(item: Item): Promise<void>
  facts(item: Item): object
  /** What failed, for the log. */
  failed: string
}

async function inBatches<Item>(
  log: Services['log'],
  atMost: number,
  { take, work, facts, failed }: Kind<Item>,
): Promise<void> {
  let [failures, seen] = [0, 0]
  while (seen < atMost) {
    const batch = await take(BATCH)
    const before = failures
    await sideBySide(batch, async (item) => {
      try {
        await work(item)
      } catch (err) {
        failures += 1
        if (failures <= MOST_TOLD) log.error({ ...facts(item), err }, failed)
      }
    })
    seen += batch.length
    // The whole batch failed: the provider is probably away, so stop until the next sweep.
    if (failures - before === batch.length) break
  }
  if (failures > MOST_TOLD) log.error({ failures }, `${failed}: ${failures} in this sweep`)
}

async function sideBySide<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items]
  const one = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, one))
}
