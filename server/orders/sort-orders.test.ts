import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { myBuyerSorts, myOrderSorts } from '#contract/sorts.ts'
import { anOrder, aPaidOrder } from '#tests/kit/paying.ts'
import { aBook, anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { walk } from '#tests/kit/walk.ts'

const server = await startTestServer()
const { services, send } = server

/** Creates an order, a second after the one before. */
async function ordered(given: Parameters<typeof anOrder>[1], title = 'The Tide Table', resalePrice = 1250) {
  const seller = given?.seller ?? (await anAccount(services, 'seller'))
  const book = await aBook(services, seller, { title, resalePrice })
  server.clock.advance(1)
  return (await anOrder(server, { ...given, seller, book })).id
}

async function paid(given: Parameters<typeof anOrder>[1]) {
  const order = await aPaidOrder(server, given)
  server.clock.advance(1)
  return order.id
}

const ordersBy = async (sort: string, buyer: TestAccount, limit = 2) =>
  (await walk(server, `/api/my-orders?sort=${sort}&limit=${limit}`, buyer.token)).ids
const buyersBy = async (sort: string, seller: TestAccount, limit = 2) =>
  (await walk(server, `/api/my-buyers?sort=${sort}&limit=${limit}`, seller.token)).ids

describe('my orders', () => {
  test('by title, by price and by time, up and down', async () => {
    const buyer = await anAccount(services, 'buyer')
    const zebra = await ordered({ buyer }, 'zebra', 700)
    const apple = await ordered({ buyer }, 'Apple', 99_900)
    const emile = await ordered({ buyer }, 'Émile', 1000)
    const emma = await ordered({ buyer }, 'emma', 700)
    expect(await ordersBy('newest', buyer)).toEqual([emma, emile, apple, zebra])
    expect(await ordersBy('oldest', buyer)).toEqual([zebra, apple, emile, emma])
    expect(await ordersBy('name', buyer)).toEqual([apple, emile, emma, zebra])
    expect(await ordersBy('-name', buyer)).toEqual([zebra, emma, emile, apple])
    const cheapest = [zebra, emma].toSorted()
    expect(await ordersBy('price', buyer, 1)).toEqual([...cheapest, emile, apple])
    expect(await ordersBy('-price', buyer, 1)).toEqual([apple, emile, ...cheapest.toReversed()])
  })

  test('by state: to pay, paid, ended, each newest first', async () => {
    const buyer = await anAccount(services, 'buyer')
    const first = await paid({ buyer })
    const cancelled = await ordered({ buyer })
    await send('POST', `/api/my-orders/${cancelled}/cancel`, { token: buyer.token })
    const [older, newer] = [await ordered({ buyer }), await ordered({ buyer })]
    expect(await ordersBy('state', buyer, 1)).toEqual([newer, older, first, cancelled])
    expect(await ordersBy('-state', buyer, 1)).toEqual([cancelled, first, newer, older])
  })

  test('keep their place when the order a page ended with changes its state', async () => {
    const buyer = await anAccount(services, 'buyer')
    const [oldest, older, newer] = [await ordered({ buyer }), await ordered({ buyer }), await ordered({ buyer })]
    const first = await send('GET', '/api/my-orders?sort=state&limit=2', { token: buyer.token })
    expect(first.json.map(({ _id }: { _id: string }) => _id)).toEqual([newer, older])
    await send('POST', `/api/my-orders/${older}/cancel`, { token: buyer.token })
    const next = /^<([^>]+)>/.exec(String(first.headers.get('link')))![1]!
    // The changed order appears again in its new place; none is missing.
    expect((await walk(server, next, buyer.token)).ids).toEqual([oldest, older])
  })

  test.each(myOrderSorts)('walked by sort=%s have each order of the very same moment once', async (sort) => {
    const buyer = await anAccount(services, 'buyer')
    const made = []
    for (let turn = 0; turn < 5; turn += 1) made.push(await ordered({ buyer }))
    await sql`UPDATE orders SET created_at = '2026-01-01' WHERE buyer_id = ${buyer.id}`.execute(services.db)
    expect((await ordersBy(sort, buyer)).toSorted()).toEqual(made.toSorted())
  })

  test.each(['email', 'book', '', 'NAME'])('refuse sort=%s in words', async (sort) => {
    const buyer = await anAccount(services, 'buyer')
    expect(await send('GET', `/api/my-orders?sort=${sort}`, { token: buyer.token })).toMatchObject({
      status: 422,
      json: { invalidFields: [{ field: 'sort', message: expect.stringContaining('newest, oldest, name') }] },
    })
  })
})

describe('my buyers', () => {
  const named = (name: string) => anAccount(services, 'buyer', { name })

  test('by name and by book; closed accounts sort as "Closed account"', async () => {
    const seller = await anAccount(services, 'seller')
    const [ada, zoe, left] = [await named('ada'), await named('Zoë'), await named('Left')]
    const ofZoe = await ordered({ seller, buyer: zoe }, 'Atlas')
    const ofAda = await ordered({ seller, buyer: ada }, 'Zephyr')
    const ofNobody = await ordered({ seller, buyer: left }, 'mountains')
    await sql`UPDATE orders SET buyer_name = NULL WHERE buyer_id = ${left.id}`.execute(services.db)
    expect(await buyersBy('name', seller, 1)).toEqual([ofAda, ofNobody, ofZoe])
    expect(await buyersBy('-name', seller, 1)).toEqual([ofZoe, ofNobody, ofAda])
    expect(await buyersBy('book', seller, 1)).toEqual([ofZoe, ofNobody, ofAda])
    expect(await buyersBy('-book', seller, 1)).toEqual([ofAda, ofNobody, ofZoe])
  })

  test('by state: not paid yet, then paid', async () => {
    const seller = await anAccount(services, 'seller')
    const [held, bought, heldLater] = [await ordered({ seller }), await paid({ seller }), await ordered({ seller })]
    expect(await buyersBy('state', seller, 1)).toEqual([heldLater, held, bought])
    expect(await buyersBy('-state', seller, 1)).toEqual([bought, heldLater, held])
  })

  test.each(myBuyerSorts)('walked by sort=%s have each order once, given-back ones left out', async (sort) => {
    const seller = await anAccount(services, 'seller')
    const made = []
    for (let turn = 0; turn < 5; turn += 1) made.push(await ordered({ seller }))
    const gone = await anOrder(server, { seller })
    await send('POST', `/api/my-orders/${gone.id}/cancel`, { token: gone.buyer.token })
    expect((await buyersBy(sort, seller)).toSorted()).toEqual(made.toSorted())
  })
})
