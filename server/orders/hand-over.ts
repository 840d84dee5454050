import { timingSafeEqual } from 'node:crypto'
import { isPaidState } from '#contract/orders/order-life.ts'
import { refuse, type Refuses } from '#contract/problems.ts'
import { addJob } from '#server/database/add-job.ts'
import { orderNewsMail } from '#server/orders/mails/order-mails.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { lockOrderOf } from './list-orders.ts'
import { moveOrder, type Change } from './order-changes.sql.ts'
import { requireTransition } from './orders.rules.ts'
import { countWrongCode, type OrderRow } from './orders.sql.ts'

type HandOverServices = Pick<Services, 'db' | 'clock'> & Refuses<'not_found' | 'order_not_open'>
type HandOver = 'seller_enters_code' | 'buyer_confirms' | 'time_hands_over'

/** Ten guesses give a chance of one in a hundred thousand; after that the buyer has to confirm. */
const MOST_WRONG_CODES = 10

/**
 * The seller proves the hand-over by the code that the buyer showed. Refuses orders of others, orders that don't wait
 * to be handed over, a wrong code (at its field), and any code after ten wrong ones. Called twice, nothing happens the
 * second time.
 */
export async function handOver(
  services: HandOverServices & Refuses<'too_many_codes'>,
  sellerId: string,
  orderId: string,
  code: string,
): Promise<void> {
  // Count a wrong code and commit before refusing it.
  const wrong = await services.db.transaction().execute(async (tx) => {
    const order = await lockOrderOf(services, tx, 'seller', sellerId, orderId)
    if (isHandedOver(order)) return null
    requireTransition(services, order, 'seller_enters_code')
    if (order.wrongCodes >= MOST_WRONG_CODES) return 'too_many'
    if (!timingSafeEqual(Buffer.from(order.handOverCode), Buffer.from(code))) {
      await countWrongCode(tx, orderId)
      return 'other'
    }
    await finishHandOver(services, tx, order, 'seller_enters_code', { as: 'seller', id: sellerId })
    return null
  })
  if (wrong === 'too_many')
    services.refuse('too_many_codes', 'That was wrong too often. Ask the buyer to press “I have the book” instead.')
  if (wrong === 'other')
    refuse('invalid_input', 'That isn’t the code of this order.', [
      { field: 'code', message: 'That isn’t the code of this order. The buyer sees it on their order.' },
    ])
}

/**
 * The buyer confirms that they have the book. Refuses orders of others, and orders that don't wait to be handed over.
 * Called twice, nothing happens the second time.
 */
export async function confirmReceipt(services: HandOverServices, buyerId: string, orderId: string): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const order = await lockOrderOf(services, tx, 'buyer', buyerId, orderId)
    if (isHandedOver(order)) return
    requireTransition(services, order, 'buyer_confirms')
    await finishHandOver(services, tx, order, 'buyer_confirms', { as: 'buyer', id: buyerId })
  })
}

const isHandedOver = ({ state }: OrderRow) => isPaidState(state) && state !== 'paid'

/** Makes the hand-over step and books both emails. An order paid in cash can't be paid by card any more. */
export async function finishHandOver(
  { clock }: Pick<Services, 'clock'>,
  tx: Tx,
  order: OrderRow,
  transition: HandOver,
  by: Change['by'],
): Promise<void> {
  await moveOrder(tx, order, transition, { by, now: clock.now() })
  if (order.paysInCash && order.intentId) await addJob(tx, 'cancel_payment', { intentId: order.intentId })
  for (const to of ['buyer', 'seller'] as const)
    await orderNewsMail.book(tx, { orderId: order.id, to, news: 'handed_over' })
}
