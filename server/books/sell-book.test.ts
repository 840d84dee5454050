import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { anOrder, aPaidOrder } from '#tests/kit/paying.ts'
import { aPictureOf, aBook, anAccount, type TestAccount, productBody } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
const { services, send } = server
const seller = await anAccount(services, 'seller', { name: 'Ida Holm' })
const minutes = (count: number) => count * 60

const cover = await aPictureOf(services, seller)
const form = {
  ...productBody,
  book_img: cover,
  resalePrice: '12,5',
  condition: 'good',
  category_name: 'novel-book',
  description: 'A quiet novel.\nWith two lines.',
}
const add = (more: object = {}, by: TestAccount = seller) =>
  send('POST', '/api/add-product', { token: by.token, body: { ...form, ...more } })
const shown = async (id: string) => send('GET', `/api/advertise/${id}`)
const remove = (id: string, by: TestAccount = seller) => send('DELETE', `/api/my-books/${id}`, { token: by.token })
const restore = (id: string, by: TestAccount = seller) =>
  send('POST', `/api/my-books/${id}/restore`, { token: by.token })
const advertise = (id: string, word: 'true' | 'false' = 'true', by: TestAccount = seller) =>
  send('PUT', `/api/my-books/${id}`, { token: by.token, body: { advertise: word } })

describe('adding a book', () => {
  test('puts it up for sale in the words of the wire, with canonical prices', async () => {
    const added = await add()
    expect(added.json).toEqual({ acknowledged: true, insertedId: expect.any(String) })
    expect((await shown(added.json.insertedId)).json).toEqual({
      ...form,
      _id: added.json.insertedId,
      images: [cover],
      originalPrice: '24.00',
      resalePrice: '12.50',
      currency: 'USD',
      sellerId: seller.id,
      sellerName: 'Ida Holm',
      sellerEmailVerified: true,
      available: 'unsold',
      isPaused: false,
      advertise: 'false',
      postTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      mobileNumber: undefined,
    })
  })

  test('ignores what the body says of seller, state and time', async () => {
    server.clock.advance(1)
    const { json } = await add({
      email: 'someone@else.org',
      sellerName: 'Someone Else',
      sellerId: crypto.randomUUID(),
      sellerEmailVerified: false,
      available: 'sold',
      reserved: true,
      advertise: 'true',
      postTime: '1999-01-01T00:00:00.000Z',
      _id: crypto.randomUUID(),
      currency: 'EUR',
    })
    const book = (await shown(json.insertedId)).json
    expect(book).toMatchObject({
      _id: json.insertedId,
      sellerId: seller.id,
      sellerName: 'Ida Holm',
      sellerEmailVerified: true,
      available: 'unsold',
      advertise: 'false',
      currency: 'USD',
    })
    expect(book.postTime).toBe(server.clock.now().toISOString())
    const mine = (await send('GET', '/api/my-books', { token: seller.token })).json[0]
    expect(mine).toMatchObject({ _id: json.insertedId, email: seller.email, mobileNumber: '+49 170 1234567' })
  })

  test('condition and category may be empty or missing [sell-book-1]', async () => {
    const { condition, category_name, ...rest } = form
    for (const body of [rest, { ...rest, condition: '', category_name: '' }]) {
      const { status, json } = await send('POST', '/api/add-product', { token: seller.token, body })
      expect(status).toBe(200)
      expect((await shown(json.insertedId)).json).toMatchObject({ condition: '', category_name: '' })
    }
    expect([condition, category_name]).toEqual(['good', 'novel-book'])
  })

  test('refuses an unknown category and pictures of others or of nowhere, both at once', async () => {
    const other = await anAccount(services, 'seller')
    const foreign = await aPictureOf(services, other)
    for (const book_img of [foreign, 'https://example.org/cover.jpg', '/images/none/1200.webp']) {
      const { status, json } = await add({ book_img, category_name: 'comic-book' })
      expect(status).toBe(422)
      expect(json.invalidFields.map(({ field }: { field: string }) => field)).toEqual(['category_name', 'book_img'])
    }
    expect((await add({ images: [cover, foreign] })).status).toBe(422)
  })

  test('takes several of the seller’s own pictures, the cover first', async () => {
    const second = await aPictureOf(services, seller)
    const { json } = await add({ images: [second, cover] })
    expect((await shown(json.insertedId)).json.images).toEqual([cover, second])
    expect((await add({ images: Array.from({ length: 9 }, () => cover) })).status).toBe(422)
  })
})

describe('adding a book whose answer was lost', () => {
  const repeat = (key: string, more: object = {}, by: TestAccount = seller) =>
    send('POST', `/api/add-product?idempotency_key=${key}`, { token: by.token, body: { ...form, ...more } })
  const idsOf = async (answers: ReturnType<typeof repeat>[]) =>
    (await Promise.all(answers)).map(({ json }) => json.insertedId as string)

  test('is one copy, however often it is sent under one key, and at the same moment too', async () => {
    const ids = await idsOf(Array.from({ length: 8 }, () => repeat('form-of-one-copy')))
    expect(new Set(ids).size).toBe(1)
    expect((await shown(ids[0]!)).status).toBe(200)
  })

  test('is another copy under another key, without one, with other words, and of another seller', async () => {
    const other = await anAccount(services, 'seller')
    const ids = await idsOf([
      repeat('form-number-1'),
      repeat('form-number-2'),
      repeat('form-number-1', { resalePrice: '11' }),
      repeat('form-number-1', { book_img: await aPictureOf(services, other) }, other),
      add(),
      add(),
    ])
    expect(new Set(ids).size).toBe(6)
    expect((await shown(ids[2]!)).json.resalePrice).toBe('11.00')
  })

  test('is on the list again where it was taken off in between', async () => {
    const [id] = await idsOf([repeat('form-taken-off')])
    await remove(id!)
    expect(await idsOf([repeat('form-taken-off')])).toEqual([id])
    expect((await shown(id!)).status).toBe(200)
  })

  test.each(['short', 'with spaces in it', 'x'.repeat(65), 'ünïcödekey'])(
    'needs a key, which %j is none',
    async (key) => {
      const { status, json } = await repeat(encodeURIComponent(key))
      expect(status).toBe(422)
      expect(json.invalidFields).toEqual([{ field: 'idempotency_key', message: expect.stringContaining('8 to 64') }])
    },
  )
})

describe('advertising a book', () => {
  const strip = async () => ((await send('GET', '/api/advertise')).json as { _id: string }[]).map(({ _id }) => _id)

  test('puts an unsold book into the strip, once, and takes it out again', async () => {
    const book = await aBook(services, seller)
    const counts = async (word: 'true' | 'false') => (await advertise(book, word)).json
    expect(await counts('true')).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 1 })
    expect(await counts('true')).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 0 })
    expect(await strip()).toContain(book)
    expect((await shown(book)).json.advertise).toBe('true')
    expect(await counts('false')).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 1 })
    expect(await strip()).not.toContain(book)
  })

  test('is refused for a book that is reserved or sold, and that book leaves the strip', async () => {
    const book = await aBook(services, seller)
    await advertise(book)
    const order = await anOrder(server, { seller, book })
    expect(await strip()).not.toContain(book)
    expect((await shown(book)).json).toMatchObject({ available: 'sold', reserved: true })
    await send('POST', `/api/my-orders/${order.id}/cancel`, { token: order.buyer.token })
    expect(await strip()).toContain(book)
    const reserved = await anOrder(server, { seller })
    expect(await advertise(reserved.book)).toMatchObject({ status: 409, json: { code: 'book_sold' } })
  })

  test('is fair: every seller’s latest first, then the second ones, at most 24, the same order each time', async () => {
    const sellers = await Promise.all([0, 1, 2].map(() => anAccount(services, 'seller')))
    await sql`UPDATE books SET is_advertised = false, advertised_at = NULL`.execute(services.db)
    const [busy, calm, third] = sellers as [TestAccount, TestAccount, TestAccount]
    const put = async (by: TestAccount) => {
      server.clock.advance(1)
      const id = await aBook(services, by)
      await advertise(id, 'true', by)
      return id
    }
    const ofBusy: string[] = []
    for (let turn = 0; turn < 30; turn += 1) ofBusy.unshift(await put(busy))
    const [one, two] = [await put(calm), await put(third)]
    const shownNow = await strip()
    expect(shownNow).toEqual([two, one, ...ofBusy.slice(0, 22)])
    expect(await strip()).toEqual(shownNow)
  })
})

describe('deleting a book', () => {
  test('takes it out of every list at once', async () => {
    const book = await aBook(services, seller)
    expect((await remove(book)).json).toEqual({ acknowledged: true, deletedCount: 1 })
    expect((await shown(book)).status).toBe(404)
    for (const path of [
      '/api/all-books?limit=100',
      '/api/my-books?limit=100',
      '/api/all-books?available=all&limit=100',
    ])
      expect((await send('GET', path, { token: seller.token })).text).not.toContain(book)
    expect(await remove(book)).toMatchObject({ status: 404, json: { code: 'not_found' } })
  })

  test('is refused while it is reserved', async () => {
    const { book } = await anOrder(server, { seller })
    expect(await remove(book)).toMatchObject({ status: 409, json: { code: 'book_claimed' } })
  })

  test('of a sold one only takes it off the seller’s list', async () => {
    const order = await aPaidOrder(server, { seller })
    expect((await remove(order.book)).status).toBe(200)
    expect((await shown(order.book)).json).toMatchObject({ available: 'sold' })
    expect((await send('GET', '/api/my-books?limit=100', { token: seller.token })).text).not.toContain(order.book)
    expect((await send('GET', '/api/my-orders', { token: order.buyer.token })).json).toHaveLength(1)
  })

  test('is undone shortly after, and not later', async () => {
    const [early, late] = [await aBook(services, seller), await aBook(services, seller)]
    await remove(early)
    await remove(late)
    server.clock.advance(minutes(9))
    expect((await restore(early)).json).toEqual({ acknowledged: true })
    expect((await restore(early)).json).toEqual({ acknowledged: true })
    expect((await shown(early)).json).toMatchObject({ available: 'unsold' })
    server.clock.advance(minutes(2))
    expect(await restore(late)).toMatchObject({ status: 409, json: { code: 'too_late_to_restore' } })
  })

  test('and undoing it are for the book’s seller alone', async () => {
    const [book, other] = [await aBook(services, seller), await anAccount(services, 'seller')]
    const missing = { status: 404, json: { code: 'not_found' } }
    expect(await remove(book, other)).toMatchObject(missing)
    await remove(book)
    expect([await restore(book, other), await advertise(book)]).toMatchObject([missing, missing])
  })
})
