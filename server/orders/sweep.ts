import { reconcilePayment } from '#server/orders/payments/reconcile-payment.ts'
import { getPayment } from '#server/orders/payments/payments.sql.ts'
import { recordRefunds } from '#server/orders/payments/record-refunds.ts'
import { nextRefundSweep, takeRefundsToMake, takeRefundsToWatch } from '#server/orders/payments/refunds.sql.ts'
import { sendRefund } from '#server/orders/payments/send-refund.ts'
import type { Services } from '#server/services.ts'
import { nextOrderSweep, takeOrdersToSweep } from './orders.sql.ts'
import { takeTimeStep } from './take-time-step.ts'

type SweepServices = Pick<Services, 'db' | 'clock' | 'cards' | 'log'>

/** What one sweep looks at, of each kind; the next one begins with what is left. */
const AT_MOST = 500
const BATCH = 20
/** A few in parallel: the card provider answers in its own time, and has limits. */
const SIDE_BY_SIDE = 4
/** More failures than these are only counted. */
const MOST_TOLD = 3

/**
 * Makes the steps that time makes, and good whatever fell between two steps: payments whose event never came, refunds
 * that were promised and not made, or failed unheard of. Those that have waited longest come first, so that none is kept
 * from its turn by others, however long those stay open or go on failing. Each one is on its own; a failure is logged and
 * met again by the next sweep. Two sweeps at once share the work.
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
  /** In words, for the log. */
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
    // None at all: there is no more, or the provider is away, and then the next sweep goes on from here.
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
