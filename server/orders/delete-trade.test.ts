import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anOrderPaidAtTheProvider, deliverAll, withholdEvents } from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { until, waitingForLocks } from '#tests/kit/until.ts'
import { deleteTradeOf } from './delete-trade.ts'
import { lockOrder } from './orders.sql.ts'
import { insertRefund } from './payments/refunds.sql.ts'

// Payment events are withheld until a test delivers them.
const server = await startTestServer()
await withholdEvents(server)
const { clock } = server
const { db } = server.database

test('what the card provider tells at that very moment goes as well, and neither breaks off the other', async () => {
  const { order, intentId } = await anOrderPaidAtTheProvider(server)
  await deliverAll(server, intentId)
  const deletion = await db.transaction().execute(async (tx) => {
    await lockOrder(tx, order.id)
    const deleting = db.transaction().execute((other) => deleteTradeOf(other, [order.buyer.id], clock.now()))
    await until(async () => (await waitingForLocks(db)) === 1)
    const { rows } = await sql<{ id: string }>`SELECT id FROM payments WHERE order_id = ${order.id}`.execute(tx)
    await insertRefund(tx, {
      orderId: order.id,
      paymentId: rows[0]!.id,
      amount: 100,
      currency: 'USD',
      actor: 'provider',
      actorId: null,
      reason: null,
      requestKey: null,
      providerRefundId: 're_1',
      wantedAt: clock.now(),
      doneAt: clock.now(),
    })
    return { deleting }
  })
  expect(await deletion.deleting).toEqual([intentId])
  const { rows } = await sql`
    SELECT id FROM orders UNION ALL SELECT id FROM payments UNION ALL SELECT id FROM refunds`.execute(db)
  expect(rows).toEqual([])
})
