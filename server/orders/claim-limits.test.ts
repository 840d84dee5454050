import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { anOrder, type TestOrder } from '#tests/kit/paying.ts'
import { aBook, anAccount, buyNowBody, freshToken, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
const { services, send } = server
const seller = await anAccount(services, 'seller')
const hour = 3600

const claim = async (buyer: TestAccount) =>
  send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(await aBook(services, seller)) })
const cancel = (order: Pick<TestOrder, 'id' | 'buyer'>) =>
  send('POST', `/api/my-orders/${order.id}/cancel`, { token: order.buyer.token })

describe('an account', () => {
  test('makes at most ten claims a day, cancelled ones counted, and reads when the next is possible', async () => {
    const buyer = await anAccount(services, 'buyer')
    for (let turn = 0; turn < 10; turn += 1) await cancel(await anOrder(server, { seller, buyer }))
    const refused = await claim(buyer)
    expect(refused).toMatchObject({ status: 409, json: { code: 'too_many_claims' } })
    expect(refused.json.detail).toMatch(/10 books in the last 24 hours.*You can reserve another in 24 hours\.$/)
    server.clock.advance(23.5 * hour)
    const later = { ...buyer, token: await freshToken(services, buyer.id) }
    expect((await claim(later)).json.detail).toMatch(/in an hour\.$/)
    server.clock.advance(hour)
    expect((await claim({ ...buyer, token: await freshToken(services, buyer.id) })).status).toBe(200)
  })

  test('however fast: of twenty claims, cancelled as they come, ten are made', async () => {
    const buyer = await anAccount(services, 'buyer')
    const walks = Array.from({ length: 20 }, async () => {
      const claimed = await claim(buyer)
      if (claimed.status === 200) await cancel({ id: claimed.json.insertedId as string, buyer })
      return claimed.status
    })
    const made = (await Promise.all(walks)).filter((status) => status === 200).length
    expect(made).toBeLessThanOrEqual(10)
    const orders = (await sql`SELECT id FROM orders WHERE buyer_id = ${buyer.id}`.execute(services.db)).rows
    expect(orders).toHaveLength(made)
  })
})

describe('an account whose email is not confirmed', () => {
  const unconfirmed = () => anAccount(services, 'buyer', { emailVerified: false })
  const durationOf = async ({ id, buyer }: TestOrder) => {
    const { json } = await send('GET', `/api/my-orders/${id}`, { token: buyer.token })
    return (Date.parse(json.payBy) - Date.parse(json.orderedAt)) / 1000
  }

  test('has a claim for two hours, at once', async () => {
    const order = await anOrder(server, { seller, buyer: await unconfirmed() })
    expect(await durationOf(order)).toBe(2 * hour)
    expect(await durationOf(await anOrder(server, { seller }))).toBe(48 * hour)
  })

  test('has one claim at a time, and reads what to do; once confirmed, it may claim more', async () => {
    const [buyer, other] = [await unconfirmed(), await unconfirmed()]
    const order = await anOrder(server, { seller, buyer })
    const refused = await claim(buyer)
    expect(refused).toMatchObject({ status: 409, json: { code: 'email_not_confirmed' } })
    expect(refused.json.detail).toContain('confirm your email first')
    expect(refused.json.detail).toContain(buyer.email)
    await anOrder(server, { seller, buyer: other })
    await sql`UPDATE accounts SET email_verified = true WHERE id = ${other.id}`.execute(services.db)
    expect((await claim(other)).status).toBe(200)
    await cancel(order)
    expect((await claim(buyer)).status).toBe(200)
  })

  test('has no longer claims than everybody where that is shorter', async () => {
    const brief = await startTestServer({ env: { HOLD_HOURS: '1' } })
    const buyer = await anAccount(brief.services, 'buyer', { emailVerified: false })
    const { id } = await anOrder(brief, { buyer })
    const { json } = await brief.send('GET', `/api/my-orders/${id}`, { token: buyer.token })
    expect(Date.parse(json.payBy) - Date.parse(json.orderedAt)).toBe(hour * 1000)
  })
})
