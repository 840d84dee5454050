import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { anAccount, freshToken } from '#tests/kit/accounts-and-books.ts'
import { anOpenProblem, anOrder } from '#tests/kit/paying.ts'
import { ask, write } from '#tests/kit/talking.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { walk } from '#tests/kit/walk.ts'

const server = await startTestServer()
const { services, send } = server
const admin = await anAccount(services, 'admin', { name: 'Ada Keeper' })

const read = (order: string, by: { id: string } = admin) => send('GET', `/api/orders/${order}/messages`, { as: by })
const noted = async (order: string) => {
  const token = await freshToken(services, admin.id)
  const { json } = await send('GET', '/api/audit-log?kind=order_messages_read&limit=100', { token })
  return (json as { orderId: string; by: { name: string } }[])
    .filter(({ orderId }) => orderId === order)
    .map(({ by }) => by.name)
}

/** An order about which the two wrote to each other, first the buyer. */
async function aTalkedAboutOrder({ withProblem }: { withProblem: boolean }) {
  const [seller, buyer] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
  if (withProblem) await anOpenProblem(server, { seller, buyer })
  else await anOrder(server, { seller, buyer })
  const { rows } = await sql<{ id: string; book: string }>`
    SELECT id, book_id AS book FROM orders WHERE buyer_id = ${buyer.id}`.execute(services.db)
  const { id, book } = rows[0]!
  const asked = await ask(server, buyer, book, 'Where shall we meet?')
  await write(server, seller, asked.json.conversationId as string, 'At the library.')
  return { id, buyer, seller }
}

describe('what the two sides of an order wrote', () => {
  test('is read by an admin where there is a problem, and each reading is noted once an hour', async () => {
    const { id } = await aTalkedAboutOrder({ withProblem: true })
    expect((await read(id)).json).toMatchObject([
      { by: 'seller', text: 'At the library.' },
      { by: 'buyer', text: 'Where shall we meet?' },
    ])
    await read(id)
    expect(await noted(id)).toEqual(['Ada Keeper'])
    server.clock.advance(1)
    const another = await anAccount(services, 'admin', { name: 'Bo Keeper' })
    await read(id, another)
    server.clock.advance(3601)
    await read(id)
    expect(await noted(id)).toEqual(['Ada Keeper', 'Bo Keeper', 'Ada Keeper'])
    const token = await freshToken(services, admin.id)
    expect((await walk(server, `/api/orders/${id}/messages?limit=1`, token)).pages).toBe(2)
  })

  test('can’t be read without a problem or an order, and nothing is logged', async () => {
    const { id, buyer, seller } = await aTalkedAboutOrder({ withProblem: false })
    expect((await read(id)).status).toBe(404)
    expect(await noted(id)).toEqual([])
    expect((await read(crypto.randomUUID())).status).toBe(404)
    const problem = await aTalkedAboutOrder({ withProblem: true })
    for (const side of [buyer, seller, problem.buyer, problem.seller])
      expect((await read(problem.id, side)).status).toBe(403)
    expect(await noted(problem.id)).toEqual([])
  })

  test('is empty where they wrote nothing', async () => {
    const seller = await anAccount(services, 'seller')
    await anOpenProblem(server, { seller })
    const { rows } = await sql<{ id: string }>`SELECT id FROM orders WHERE seller_id = ${seller.id}`.execute(
      services.db,
    )
    expect((await read(rows[0]!.id)).json).toEqual([])
    expect(await noted(rows[0]!.id)).toEqual(['Ada Keeper'])
  })
})
