import { sql, type RawBuilder } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aBook, anAccount, buyNowBody, freshToken } from '#tests/kit/accounts-and-books.ts'
import { PAID_STATES, STATES_HOLDING_THE_COPY } from './order-states.public.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer({ connections: 50 })
const { services, send, database } = server
const seller = await anAccount(services, 'seller')

const buy = (buyer: { token: string }, bookId: string) =>
  send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(bookId) })
const bookState = async (id: string) => (await send('GET', `/api/advertise/${id}`)).json
const hour = 3600

describe('claiming a copy', () => {
  test('takes it out of the shop at once and opens one order with the server’s own facts', async () => {
    const [book, buyer] = [await aBook(services, seller), await anAccount(services, 'buyer', { name: 'Nora Berg' })]
    const bought = await send('POST', '/api/buy-now', {
      token: buyer.token,
      body: {
        ...buyNowBody(book),
        bookData: { _id: book, resalePrice: '0.50', email: 'someone@else.org' },
        name: 'Somebody else',
        email: 'other@example.org',
        paymentStatus: true,
      },
    })
    expect(bought).toMatchObject({ status: 200, json: { acknowledged: true } })
    const order = (await send('GET', `/api/my-orders/${bought.json.insertedId}`, { token: buyer.token })).json
    expect(order).toMatchObject({
      name: 'Nora Berg',
      email: buyer.email,
      phone: '+49 30 1234',
      meetingLocation: 'Library steps',
      paymentStatus: false,
      state: 'claimed',
      bookData: { _id: book, resalePrice: '12.50', sellerName: seller.name },
    })
    expect(await bookState(book)).toMatchObject({ available: 'sold', reserved: true })
    const shown = await send('GET', '/api/all-books?limit=100')
    expect(shown.json.map(({ _id }: { _id: string }) => _id)).not.toContain(book)
  })

  test('costs no more than the buyer was shown: dearer since, it is not claimed; cheaper, it is', async () => {
    const [book, buyer] = [await aBook(services, seller), await anAccount(services, 'buyer')]
    const agreeing = (agreedPrice: string) =>
      send('POST', '/api/buy-now', { token: buyer.token, body: { ...buyNowBody(book), agreedPrice } })
    const refused = await agreeing('12.49')
    expect(refused).toMatchObject({
      status: 409,
      json: { code: 'price_mismatch', detail: expect.stringContaining('to $12.50') },
    })
    expect(await bookState(book)).toMatchObject({ available: 'unsold' })
    expect((await agreeing('x')).status).toBe(422)
    const bought = await agreeing('13,00')
    const order = (await send('GET', `/api/my-orders/${bought.json.insertedId}`, { token: buyer.token })).json
    expect(order.bookData.resalePrice).toBe('12.50')
  })

  test('200 buyers at once on one copy: one order, 199 times 409', async () => {
    const book = await aBook(services, seller)
    const buyers = await Promise.all(Array.from({ length: 200 }, () => anAccount(services, 'buyer')))
    const answers = await Promise.all(buyers.map((buyer) => buy(buyer, book)))
    const codes = answers.map(({ status, json }) => (status === 200 ? 'bought' : json.code))
    expect(codes.filter((code) => code === 'bought')).toHaveLength(1)
    expect(codes.filter((code) => code === 'book_not_for_sale')).toHaveLength(199)
    const { rows } = await sql`SELECT 1 FROM orders WHERE book_id = ${book}`.execute(database.db)
    expect(rows).toHaveLength(1)
  })

  test('pressed twice, or twenty times at once, it is one order', async () => {
    const [book, buyer] = [await aBook(services, seller), await anAccount(services, 'buyer')]
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(buyer, book)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(new Set(answers.map(({ json }) => json.insertedId)).size).toBe(1)
  })

  test('the database itself refuses a second live claim', async () => {
    const book = await aBook(services, seller)
    const one = await anAccount(services, 'buyer')
    const two = await anAccount(services, 'buyer')
    await buy(one, book)
    await expect(
      sql`INSERT INTO orders (book_id, buyer_id, seller_id, book_snapshot, amount, currency, pay_by, due_at)
        SELECT book_id, ${two.id}, seller_id, book_snapshot, amount, currency, pay_by, due_at FROM orders WHERE book_id = ${book}`.execute(
        database.db,
      ),
    ).rejects.toThrow(/orders_one_live_claim/)
  })

  test('the states that its index and its triggers name are those of the statements', async () => {
    const { rows } = await sql<{ definition: string }>`
      SELECT pg_get_indexdef('orders_one_live_claim'::regclass) AS definition
      UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger
        WHERE tgname IN ('orders_added_are_counted', 'orders_changed_are_counted', 'orders_deleted_are_counted')`.execute(
      database.db,
    )
    const named = (text: string) => [...new Set(text.match(/(?<=')\w+(?=')/g))].toSorted()
    const listed = (states: RawBuilder<unknown>) => named(states.compile(database.db).sql)
    const paid = listed(PAID_STATES)
    expect(rows.map(({ definition }) => named(definition))).toEqual([listed(STATES_HOLDING_THE_COPY), paid, paid, paid])
    expect(paid).toEqual(['done', 'handed_over', 'paid'])
  })

  test('the buyer’s own book, an unknown and a deleted one are refused', async () => {
    const [book, deleted] = [await aBook(services, seller), await aBook(services, seller)]
    const turned = await anAccount(services, 'buyer')
    const own = await aBook(services, turned)
    await send('DELETE', `/api/my-books/${deleted}`, { token: seller.token })
    expect((await buy(turned, own)).json).toMatchObject({ status: 409, code: 'own_book' })
    expect((await buy(turned, deleted)).json).toMatchObject({ status: 404, code: 'not_found' })
    expect((await buy(turned, crypto.randomUUID())).json).toMatchObject({ status: 404, code: 'not_found' })
    expect((await buy(seller, book)).json).toMatchObject({ status: 403, code: 'wrong_role' })
  })
})

describe('fairness', () => {
  test('a buyer has five unpaid claims at most, however fast', async () => {
    const buyer = await anAccount(services, 'buyer')
    const books = await Promise.all(Array.from({ length: 8 }, () => aBook(services, seller)))
    const codes = (await Promise.all(books.map((book) => buy(buyer, book)))).map(({ status, json }) =>
      status === 200 ? 'bought' : json.code,
    )
    expect(codes.filter((code) => code === 'bought')).toHaveLength(5)
    expect(codes.filter((code) => code === 'too_many_claims')).toHaveLength(3)
  })

  test('a buyer who cancelled waits 24 hours before claiming the copy again; others don’t', async () => {
    const book = await aBook(services, seller)
    const buyer = await anAccount(services, 'buyer')
    const other = await anAccount(services, 'buyer')
    const { insertedId } = (await buy(buyer, book)).json
    expect((await send('POST', `/api/my-orders/${insertedId}/cancel`, { token: buyer.token })).status).toBe(200)
    expect(await bookState(book)).toMatchObject({ available: 'unsold' })
    expect((await buy(buyer, book)).json).toMatchObject({
      status: 409,
      code: 'claimed_recently',
      detail: expect.stringContaining('You cancelled this one less than 24 hours ago'),
    })
    const second = await buy(other, book)
    expect(second.status).toBe(200)
    await send('POST', `/api/my-orders/${second.json.insertedId}/cancel`, { token: other.token })
    server.clock.advance(25 * hour)
    const again = await freshToken(services, buyer.id)
    expect((await buy({ token: again }, book)).status).toBe(200)
  })

  test('a buyer released by the seller waits as well, unless it was for asking to pay in cash', async () => {
    const [book, buyer] = [await aBook(services, seller), await anAccount(services, 'buyer')]
    const turnedAway = async (reason: string) => {
      const { insertedId } = (await buy(buyer, book)).json
      await send('POST', `/api/my-orders/${insertedId}/cash`, { token: buyer.token })
      const token = await freshToken(services, seller.id)
      const released = await send('POST', `/api/my-buyers/${insertedId}/release`, { token, body: { reason } })
      expect(released.status).toBe(200)
      return buy(buyer, book)
    }
    const again = await turnedAway('card_only')
    expect(again.status).toBe(200)
    expect(await turnedAway('no_answer')).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('The seller cancelled your order of this one less than 24 hours ago') },
    })
  })

  test('a claim is confirmed by its buyer, as often as they like', async () => {
    const book = await aBook(services, seller)
    const buyer = await anAccount(services, 'buyer')
    const other = await anAccount(services, 'buyer')
    await buy(buyer, book)
    const confirm = (who: { token: string }) =>
      send('PUT', `/api/buy-now/${book}`, { token: who.token, body: buyNowBody(book) })
    expect((await confirm(buyer)).json).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 1 })
    expect((await confirm(buyer)).json).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 0 })
    expect((await confirm(other)).json).toMatchObject({ status: 404 })
  })
})
