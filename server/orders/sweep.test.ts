import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  anOrder,
  anOrderPaidAtTheProvider,
  insertVoidPayment,
  withholdEvents,
  paymentsOf,
  stateOf,
  type TestOrder,
} from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { sweep } from './sweep.ts'

// Payment events are withheld: only the sweep can find out.
const server = await startTestServer()
await withholdEvents(server)
const { services } = server
const { db } = server.database
let model: TestOrder

beforeEach(async () => {
  await sql`UPDATE orders SET state = 'cancelled', due_at = NULL WHERE due_at IS NOT NULL`.execute(db)
  await sql`UPDATE refunds SET done_at = now() WHERE done_at IS NULL`.execute(db)
  model = await anOrder(server)
})

/**
 * Creates orders like the model, each on a copy of its own. The provider doesn't know their payments, so asking changes
 * nothing.
 */
async function manyOrders(count: number, state: 'claimed' | 'cancelled'): Promise<void> {
  await sql`
    WITH numbers AS (SELECT gen_random_uuid() AS book, n FROM generate_series(1, ${count}::int) n), copies AS (
      INSERT INTO books (id, seller_id, title, author, original_price, resale_price, currency, year_of_purchase, state)
      SELECT book, seller_id, title, author, original_price, resale_price, currency, year_of_purchase,
        ${state === 'claimed' ? 'claimed' : 'unsold'}
      FROM numbers, books WHERE books.id = ${model.book}
      RETURNING id
    )
    INSERT INTO orders (book_id, buyer_id, seller_id, state, book_snapshot, amount, currency, intent_id, pay_by,
      due_at)
    SELECT c.id, o.buyer_id, o.seller_id, ${state}, o.book_snapshot, o.amount, o.currency,
      'pi_nobody' || replace(c.id::text, '-', ''), o.pay_by - interval '1 hour',
      CASE ${state} WHEN 'claimed' THEN o.pay_by - interval '1 hour' END
    FROM copies c, orders o WHERE o.id = ${model.id}`.execute(db)
}

describe('a sweep', () => {
  test('finds the payment whose event was lost behind 105 others that stay open', async () => {
    await manyOrders(105, 'claimed')
    const { order } = await anOrderPaidAtTheProvider(server)
    await sweep(services)
    expect(await stateOf(server, order)).toBe('paid')
    await sweep(services)
    expect(await paymentsOf(server, order.id)).toHaveLength(1)
  })

  test('begins with those that have waited longest, so that whatever their number each has its turn', async () => {
    await manyOrders(45, 'claimed')
    const { order } = await anOrderPaidAtTheProvider(server)
    for (let turn = 0; turn < 2; turn++) {
      await sweep(services, 20)
      expect(await stateOf(server, order)).toBe('claimed')
    }
    await sweep(services, 20)
    expect(await stateOf(server, order)).toBe('paid')
  })

  test('that meets another at the same moment shares the work with it', async () => {
    await manyOrders(30, 'claimed')
    const { order } = await anOrderPaidAtTheProvider(server)
    await Promise.all([sweep(services), sweep(services), sweep(services)])
    expect(await stateOf(server, order)).toBe('paid')
    expect(await paymentsOf(server, order.id)).toHaveLength(1)
  })

  test('makes the refund behind 105 that fail again and again', async () => {
    await manyOrders(105, 'cancelled')
    const reason = 'the order was cancelled when the payment arrived'
    await sql`
      WITH paid AS (
        INSERT INTO payments (order_id, intent_id, amount, currency, refund_reason)
        SELECT id, intent_id, amount, currency, ${reason} FROM orders
        WHERE intent_id LIKE 'pi_nobody%' AND state = 'cancelled' RETURNING *
      )
      INSERT INTO refunds (order_id, payment_id, amount, currency, actor, wanted_at)
      SELECT order_id, id, amount, currency, 'system', now() - interval '1 hour' FROM paid`.execute(db)
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    await insertVoidPayment(server, { orderId: order.id, intentId, reason })
    await sql`UPDATE orders SET state = 'cancelled', due_at = NULL WHERE id = ${order.id}`.execute(db)
    const logged = server.logged.length
    const refunded = async () => (await paymentsOf(server, order.id))[0]?.refunded
    let sweeps = 0
    while (!(await refunded()) && sweeps < 100) {
      await sweep(services)
      sweeps += 1
    }
    expect(await refunded()).toBe(true)
    // The first failures are logged in full, the others counted.
    const told = server.logged.slice(logged).filter((line) => line.includes('a refund could not be made'))
    expect(told.length).toBeLessThanOrEqual(4 * sweeps)
    expect(told.join('\n')).toContain('in this sweep')
  })
})
