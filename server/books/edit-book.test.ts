import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { anOrder, aPaidOrder } from '#tests/kit/paying.ts'
import { aBook, anAccount, buyNowBody, aPictureOf } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
const { services, send } = server
const seller = await anAccount(services, 'seller', { name: 'Ida Holm' })

const shown = async (id: string) => (await send('GET', `/api/advertise/${id}`)).json
const mine = (id: string, by = seller) => send('GET', `/api/my-books/${id}`, { token: by.token })
const patch = (id: string, revision: number | string, body: object, by = seller) =>
  send('PATCH', `/api/my-books/${id}?revision=${revision}`, { token: by.token, body })
/** Opens a listing as the form does, and saves it with these changes. */
async function edit(id: string, changes: object, by = seller) {
  const { revision, ...listed } = (await mine(id, by)).json
  return patch(id, revision, { ...listed, ...changes }, by)
}
const saved = { acknowledged: true, matchedCount: 1, modifiedCount: 1 }
const fieldsOf = ({ json }: Awaited<ReturnType<typeof send>>) =>
  json.invalidFields.map(({ field }: { field: string }) => field)

describe('editing a listing', () => {
  test('changes every fact of it, at once for everybody, and nothing else [edit-book-1]', async () => {
    const book = await aBook(services, seller)
    await send('PUT', `/api/my-books/${book}`, { token: seller.token, body: { advertise: 'true' } })
    const before = (await mine(book)).json
    const cover = await aPictureOf(services, seller)
    const changes = {
      book_name: 'The Lighthouse Keeper’s Diary',
      book_writer: 'Ada Winters',
      book_img: cover,
      category_name: 'novel-book',
      isbn: '9780306406157',
      publisher: 'Harbour Press',
      yearPublished: '2008',
      language: 'en',
      binding: 'hardback',
      condition: 'fair',
      yearOfPurchase: '2018',
      description: 'Read twice.',
      location: 'Old mill',
      originalPrice: '25.00',
      resalePrice: '11.00',
      mobileNumber: '+49 171 7654321',
    }
    expect((await edit(book, changes)).json).toEqual(saved)
    expect((await mine(book)).json).toEqual({ ...before, ...changes, wasPrice: '12.50', images: [cover], revision: 2 })
    const { mobileNumber, ...forAll } = changes
    expect(await shown(book)).toMatchObject({ ...forAll, advertise: 'true', postTime: before.postTime })
    expect(JSON.stringify(await shown(book))).not.toContain(mobileNumber)
  })

  test('adds, removes and reorders pictures; the last one stays', async () => {
    const [one, two] = [await aPictureOf(services, seller), await aPictureOf(services, seller)]
    const book = await aBook(services, seller, { images: [one] })
    expect((await edit(book, { book_img: two, images: [two, one] })).json).toEqual(saved)
    expect((await shown(book)).images).toEqual([two, one])
    expect((await edit(book, { book_img: one, images: [one] })).json).toEqual(saved)
    expect((await shown(book)).images).toEqual([one])
    const none = await edit(book, { book_img: '', images: [] })
    expect([none.status, ...fieldsOf(none)]).toEqual([422, 'book_img'])
  })

  test('keeps pictures that an import brought, and needs none where there was none', async () => {
    const imported = await aBook(services, seller, { images: ['https://covers.example/1.jpg'] })
    expect((await edit(imported, { location: 'Old mill' })).json).toEqual(saved)
    const bare = await aBook(services, seller)
    expect((await edit(bare, { location: 'Old mill' })).json).toEqual(saved)
    expect([(await shown(imported)).images, (await shown(bare)).images]).toEqual([['https://covers.example/1.jpg'], []])
  })

  test('refuses an unknown category and pictures of others, both at once', async () => {
    const foreign = await aPictureOf(services, await anAccount(services, 'seller'))
    const refused = await edit(await aBook(services, seller), { book_img: foreign, category_name: 'comic-book' })
    expect([refused.status, ...fieldsOf(refused)]).toEqual([422, 'category_name', 'book_img'])
  })

  test('takes what the form takes, and says at each field what it doesn’t', async () => {
    const book = await aBook(services, seller)
    const refused = await edit(book, { book_name: ' ', resalePrice: 'ten', yearOfPurchase: '19', location: '' })
    expect(refused.status).toBe(422)
    expect(new Set(fieldsOf(refused))).toEqual(new Set(['book_name', 'resalePrice', 'yearOfPurchase', 'location']))
    expect((await mine(book)).json.revision).toBe(1)
  })

  test('is for the book’s seller alone, and for a book that is there', async () => {
    const [book, other] = [await aBook(services, seller), await anAccount(services, 'seller')]
    const body = (await mine(book)).json
    const missing = { status: 404, json: { code: 'not_found' } }
    expect(await mine(book, other)).toMatchObject(missing)
    expect(await patch(book, 1, { ...body, location: 'Elsewhere' }, other)).toMatchObject(missing)
    await send('DELETE', `/api/my-books/${book}`, { token: seller.token })
    expect([await mine(book), await patch(book, 1, { ...body, location: 'Elsewhere' })]).toMatchObject([
      missing,
      missing,
    ])
  })

  test('of a list from before the shop’s currency gives prices in the present one', async () => {
    const book = await aBook(services, seller)
    await sql`UPDATE books SET currency = 'EUR' WHERE id = ${book}`.execute(services.db)
    expect((await edit(book, {})).json).toEqual(saved)
    expect(await shown(book)).toMatchObject({ resalePrice: '12.50', currency: 'USD' })
  })
})

describe('concurrent edits of a listing', () => {
  const stale = { status: 409, json: { code: 'book_changed' } }

  test('the later one is refused, and what the earlier one saved stays', async () => {
    const book = await aBook(services, seller)
    const opened = (await mine(book)).json
    expect((await patch(book, opened.revision, { ...opened, location: 'Old mill' })).json).toEqual(saved)
    expect(await patch(book, opened.revision, { ...opened, location: 'New mill' })).toMatchObject(stale)
    expect((await shown(book)).location).toBe('Old mill')
    expect((await edit(book, { location: 'New mill' })).json).toEqual(saved)
  })

  test('at the same moment, one of ten is saved', async () => {
    const book = await aBook(services, seller)
    const opened = (await mine(book)).json
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => patch(book, opened.revision, { ...opened, location: `Mill ${at}` })),
    )
    const places = answers.flatMap(({ status }, at) => (status === 200 ? [`Mill ${at}`] : []))
    expect(places).toEqual([(await shown(book)).location])
    expect(answers.filter(({ json }) => json.code === 'book_changed')).toHaveLength(9)
  })

  test('one whose answer was lost sends it again, and it is saved once', async () => {
    const book = await aBook(services, seller)
    const opened = (await mine(book)).json
    const again = () => patch(book, opened.revision, { ...opened, location: 'Old mill' })
    expect((await again()).json).toEqual(saved)
    expect((await again()).json).toEqual({ ...saved, modifiedCount: 0 })
    expect((await mine(book)).json.revision).toBe(2)
  })

  test.each(['', '0', '-1', '1.5', 'x', '99999999999'])(
    'a revision is a number that we answered, not %j',
    async (no) => {
      const refused = await patch(await aBook(services, seller), no, {})
      expect(refused.status).toBe(422)
      expect(fieldsOf(refused)).toContain('revision')
    },
  )
})

describe('a listing that is reserved', () => {
  test('keeps price, condition and pictures, and says so at each of them [edit-book-2]', async () => {
    const images = [await aPictureOf(services, seller), await aPictureOf(services, seller)]
    const { book } = await anOrder(server, { seller, book: await aBook(services, seller, { images }) })
    const promises = { resalePrice: '12.00', originalPrice: '25.00', condition: 'fair', book_img: images[1] }
    for (const [field, value] of Object.entries(promises)) {
      const refused = await edit(book, { [field]: value, ...(field === 'book_img' && { images: images.toReversed() }) })
      expect(refused).toMatchObject({ status: 409, json: { code: 'book_claimed' } })
      expect(fieldsOf(refused)).toEqual([field])
    }
    expect(fieldsOf(await edit(book, { ...promises, images: [] })).toSorted()).toEqual(Object.keys(promises).toSorted())
  })

  test('changes in all else; the order keeps what was claimed', async () => {
    const { book, id, buyer } = await anOrder(server, { seller })
    expect((await edit(book, { description: 'With a map.', location: 'Old mill' })).json).toEqual(saved)
    expect(await shown(book)).toMatchObject({ description: 'With a map.', reserved: true })
    const order = (await send('GET', `/api/my-orders/${id}`, { token: buyer.token })).json
    expect(order.bookData).toMatchObject({ location: 'Harbour square', resalePrice: '12.50' })
  })

  test('is all its seller’s again when it is released', async () => {
    const order = await anOrder(server, { seller })
    await send('POST', `/api/my-orders/${order.id}/cancel`, { token: order.buyer.token })
    expect((await edit(order.book, { resalePrice: '10.00' })).json).toEqual(saved)
  })

  test('in the same moment as its price is changed: the buyer pays what the claim says, and the listing agrees', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const [book, buyer] = [await aBook(services, seller), await anAccount(services, 'buyer')]
      const [edited, bought] = await Promise.all([
        edit(book, { resalePrice: '10.00' }),
        send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(book) }),
      ])
      const order = (await send('GET', `/api/my-orders/${bought.json.insertedId}`, { token: buyer.token })).json
      const [code, price] = edited.status === 200 ? [undefined, '10.00'] : ['book_claimed', '12.50']
      expect(edited.json.code).toBe(code)
      expect([order.bookData.resalePrice, (await shown(book)).resalePrice]).toEqual([price, price])
    }
  })
})

test('a sold listing stays as it was', async () => {
  const order = await aPaidOrder(server, { seller })
  expect(await edit(order.book, { description: 'Sold.' })).toMatchObject({ status: 409, json: { code: 'book_sold' } })
  expect((await edit(order.book, {})).json).toEqual({ ...saved, modifiedCount: 0 })
})
