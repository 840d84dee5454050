import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { anOrder } from '#tests/kit/paying.ts'
import { aBook, anAccount, buyNowBody, freshToken, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
const { services, send } = server

/** Switches to the other role and signs in again. */
async function goOver(person: TestAccount, checked: 'buyer' | 'seller', version: number): Promise<TestAccount> {
  const changed = await send('PATCH', '/api/account', { token: person.token, body: { checked } })
  expect(changed.status).toBe(200)
  return { ...person, token: await freshToken(services, person.id, version) }
}
const status = async (path: string, { token }: TestAccount) => (await send('GET', `/api${path}`, { token })).status
const sidesOf = async ({ email, token }: TestAccount) => {
  const is = async (role: string) => (await send('GET', `/api/allusers/${role}/${email}`, { token })).json
  const { isBuyer, isSeller } = (await send('GET', '/api/user-type-find', { token })).json
  expect({ ...(await is('buyer')), ...(await is('seller')) }).toEqual({ isBuyer, isSeller })
  return { isBuyer, isSeller }
}

describe('an account that buys and sells', () => {
  test('as a seller still reaches the orders made as a buyer, and may buy [sides-1]', async () => {
    const order = await anOrder(server)
    const person = await goOver(order.buyer, 'seller', 2)
    expect(await sidesOf(person)).toEqual({ isBuyer: true, isSeller: true })
    expect((await send('GET', '/api/my-orders', { token: person.token })).json).toMatchObject([{ _id: order.id }])
    const body = buyNowBody(await aBook(services, await anAccount(services, 'seller')))
    expect((await send('POST', '/api/buy-now', { token: person.token, body })).status).toBe(200)
  })

  test('as a buyer still reaches the books and their buyers', async () => {
    const [seller, sold] = [await anAccount(services, 'seller'), await anAccount(services, 'seller')]
    const book = await aBook(services, seller)
    const order = await anOrder(server, { seller: sold })
    // The book is sold and off the seller's list: its order is all that is left.
    await sql`UPDATE books SET state = 'sold', removed_at = now() WHERE id = ${order.book}`.execute(services.db)
    const person = await goOver(seller, 'buyer', 2)
    expect(await sidesOf(person)).toEqual({ isBuyer: true, isSeller: true })
    expect((await send('GET', '/api/my-books', { token: person.token })).json).toMatchObject([{ _id: book }])
    const { token } = await goOver(sold, 'buyer', 2)
    expect((await send('GET', '/api/my-buyers', { token })).json).toMatchObject([{ _id: order.id }])
  })

  test('has both sides only after trading on both', async () => {
    const buyer = await goOver(await anAccount(services, 'seller'), 'buyer', 2)
    const seller = await goOver(await anAccount(services, 'buyer'), 'seller', 2)
    expect(await sidesOf(buyer)).toEqual({ isBuyer: true, isSeller: false })
    expect(await sidesOf(seller)).toEqual({ isBuyer: false, isSeller: true })
    expect([await status('/my-buyers', buyer), await status('/my-orders', seller)]).toEqual([403, 403])
  })

  test('excludes admins and accounts without a role', async () => {
    for (const role of ['admin', 'user'] as const) {
      const person = await anAccount(services, role)
      await aBook(services, person)
      expect(await sidesOf(person)).toEqual({ isBuyer: false, isSeller: false })
    }
  })
})
