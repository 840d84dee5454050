import { describe, expect, test } from 'vitest'
import { aBook, anAccount, buyNowBody, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { anOrder, anOrderPaidAtTheProvider, openPayment } from '#tests/kit/paying.ts'
import { aPicture } from '#tests/kit/pictures.ts'
import { aProvenAccount } from '#tests/kit/proven-account.ts'
import { startTestServer, type Sent } from '#tests/kit/test-server.ts'

/**
 * The specification's table of calls, one test per row: its payload, and the answer that it is used for. Access is in
 * tests/guards.test.ts; further promises stand beside each use case.
 */
const server = await startTestServer()
const { services, send } = server

const seller = await anAccount(services, 'seller', { name: 'Ida Holm' })
const buyer = await anAccount(services, 'buyer', { name: 'Nora Berg' })
const admin = await anAccount(services, 'admin')

/** The answer's body; fails with its text on a refusal. */
async function bodyOf(sent: Promise<Sent>) {
  const { status, json, text } = await sent
  if (status !== 200) throw new Error(`${status}: ${text}`)
  return json
}
const read = (path: string, by?: TestAccount) => bodyOf(send('GET', `/api${path}`, { token: by?.token }))
const write = (method: string, path: string, by: TestAccount, body?: unknown) =>
  bodyOf(send(method, `/api${path}`, { token: by.token, body }))
const idsOf = (items: { _id: string }[]) => items.map(({ _id }) => _id)

const bookFields = {
  _id: expect.any(String),
  book_name: 'The Lighthouse Keeper’s Ledger',
  book_writer: 'Ada Winter',
  description: 'A quiet novel about numbers and the sea.',
  location: 'Harbour square',
  originalPrice: '24.00',
  resalePrice: '12.50',
  postTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  yearOfPurchase: '2019',
  sellerName: 'Ida Holm',
  available: 'unsold',
  advertise: 'false',
  condition: 'good',
}

describe('accounts', () => {
  test('GET /user-type-find?email [spec-calls-1]', async () => {
    for (const person of [buyer, seller, admin])
      expect(await read(`/user-type-find?email=${person.email}`, person)).toMatchObject({ email: person.email })
    expect(await read(`/user-type-find?email=${seller.email}`, seller)).toMatchObject({ checked: 'seller' })
    expect(await read(`/user-type-find?email=${buyer.email}`, buyer)).toMatchObject({ checked: 'buyer' })
    expect(await read(`/user-type-find?email=${admin.email}`, admin)).toMatchObject({ checked: 'admin' })
  })

  test('GET /all-buyers [spec-calls-2]', async () => {
    expect(await read('/all-buyers', admin)).toContainEqual(
      expect.objectContaining({
        _id: buyer.id,
        name: 'Nora Berg',
        email: buyer.email,
        checked: 'buyer',
        userIdFirebase: buyer.identityId,
        emailVerified: true,
      }),
    )
  })

  test('GET /all-sellers [spec-calls-3]', async () => {
    const sellers = await read('/all-sellers', admin)
    expect(sellers).toContainEqual(expect.objectContaining({ _id: seller.id, checked: 'seller' }))
    expect(idsOf(sellers)).not.toContain(buyer.id)
  })

  test('a + in ?email= is one, unescaped as the original client sends it', async () => {
    for (const [role, path] of [
      ['seller', '/my-books'],
      ['buyer', '/my-orders'],
    ] as const) {
      const email = `vera+${role}@example.org`
      const vera = await anAccount(services, role, { email })
      expect(await read(`/user-type-find?email=${email}`, vera)).toMatchObject({ email })
      expect(await read(`${path}?email=${email}`, vera)).toEqual([])
    }
  })

  test('DELETE /all-buyers/delete/{id} [spec-calls-4]', async () => {
    const { id } = await anAccount(services, 'buyer')
    expect(await write('DELETE', `/all-buyers/delete/${id}`, admin)).toMatchObject({ deletedCount: 1 })
    expect(idsOf(await read('/all-buyers', admin))).not.toContain(id)
  })

  test('DELETE /all-sellers/delete/{id} [spec-calls-5]', async () => {
    const { id } = await anAccount(services, 'seller')
    expect(await write('DELETE', `/all-sellers/delete/${id}`, admin)).toMatchObject({ deletedCount: 1 })
    expect(idsOf(await read('/all-sellers', admin))).not.toContain(id)
  })

  test('POST /jwt [spec-calls-6]', async () => {
    const { email, proof } = await aProvenAccount(server, 'buyer')
    for (const body of [{ email }, JSON.stringify(email)]) {
      const { token } = await bodyOf(send('POST', '/api/jwt', { token: proof, body }))
      expect(await bodyOf(send('GET', `/api/user-type-find?email=${email}`, { token }))).toMatchObject({ email })
    }
  })

  test('POST /signup [spec-calls-7]', async () => {
    const { email, password, proof, identityId } = await aProvenAccount(server, null)
    const body = {
      name: 'Vera Stone',
      email,
      password,
      checked: 'seller',
      userIdFirebase: identityId,
      emailVerified: false,
    }
    expect(await bodyOf(send('POST', '/api/signup', { token: proof, body }))).toEqual({ acknowledged: true })
    const { token } = await bodyOf(send('POST', '/api/jwt', { token: proof, body: { email } }))
    const account = await bodyOf(send('GET', `/api/user-type-find?email=${email}`, { token }))
    const { password: _dropped, ...kept } = body
    expect(account).toMatchObject({ ...kept, _id: expect.any(String) })
    expect(account).not.toHaveProperty('password')
  })

  test.each([
    ['admin', 'isAdmin'],
    ['buyer', 'isBuyer'],
    ['seller', 'isSeller'],
  ])('GET /allusers/%s/{email} [roles]', async (role, field) => {
    for (const person of [admin, buyer, seller])
      expect(await read(`/allusers/${role}/${person.email}`, person)).toEqual({
        [field]: person === { admin, buyer, seller }[role],
      })
  })
})

describe('books', () => {
  test('POST /add-product [spec-calls-8]', async () => {
    const image = new FormData()
    image.set('image', new Blob([await aPicture()], { type: 'image/png' }), 'cover.png')
    const uploaded = await bodyOf(
      send('POST', '/api/images?key=of-the-specification', { token: seller.token, body: image }),
    )
    expect(uploaded).toEqual({ success: true, data: { url: expect.any(String) } })
    const { postTime: _clock, _id: _given, ...typed } = bookFields
    const mobileNumber = '+49 170 1234567'
    const sent = { ...typed, mobileNumber, category_name: 'novel-book', book_img: uploaded.data.url }
    const added = await write('POST', '/add-product', seller, { ...sent, email: seller.email })
    expect(added).toMatchObject({ acknowledged: true })
    const { mobileNumber: _contact, ...shown } = sent
    expect(await read(`/advertise/${added.insertedId}`)).toMatchObject({ ...bookFields, ...shown })
    expect((await read('/my-books', seller))[0]).toMatchObject({ ...sent, email: seller.email })
    // A form with untouched choices.
    const empty = await write('POST', '/add-product', seller, { ...sent, condition: null, category_name: null })
    expect(await read(`/advertise/${empty.insertedId}`)).toMatchObject({ ...shown, condition: '', category_name: '' })
  })

  test('GET /my-books?email [spec-calls-9]', async () => {
    const [book, other] = [await aBook(services, seller), await anAccount(services, 'seller')]
    expect(idsOf(await read(`/my-books?email=${seller.email}`, seller))).toContain(book)
    expect(await read(`/my-books?email=${other.email}`, other)).toEqual([])
  })

  test('PUT /my-books/{id} [spec-calls-10]', async () => {
    const book = await aBook(services, seller)
    expect(await write('PUT', `/my-books/${book}`, seller, { advertise: 'true' })).toMatchObject({ modifiedCount: 1 })
    expect(await read(`/advertise/${book}`)).toMatchObject({ advertise: 'true' })
  })

  test('DELETE /my-books/{id} [spec-calls-11]', async () => {
    const book = await aBook(services, seller)
    expect(await write('DELETE', `/my-books/${book}`, seller)).toMatchObject({ deletedCount: 1 })
    expect(idsOf(await read('/my-books', seller))).not.toContain(book)
  })

  test('GET /advertise [spec-calls-12]', async () => {
    const [book, quiet] = [await aBook(services, seller), await aBook(services, seller)]
    await write('PUT', `/my-books/${book}`, seller, { advertise: 'true' })
    for (const by of [buyer, undefined]) {
      expect(idsOf(await read('/advertise', by))).toContain(book)
      expect(idsOf(await read('/advertise', by))).not.toContain(quiet)
    }
  })

  test('GET /advertise/{advertiseId} [spec-calls-13]', async () => {
    const book = await aBook(services, seller)
    expect(await read(`/advertise/${book}`)).toMatchObject({ ...bookFields, _id: book })
  })

  test('GET /all-books [spec-calls-14]', async () => {
    const book = await aBook(services, seller)
    expect(await read('/all-books')).toContainEqual(expect.objectContaining({ ...bookFields, _id: book }))
  })

  test('GET /books-categories [spec-calls-15]', async () => {
    const categories = (await read('/books-categories')) as { categories_name: string }[]
    expect(categories.map(({ categories_name: name }) => name)).toEqual(['novel-book', 'story-book', 'cook-book'])
    for (const category of categories)
      expect(category).toMatchObject({ _id: expect.any(String), img: expect.any(String), desc: expect.any(String) })
  })

  test('GET /books/{category_name} [spec-calls-16]', async () => {
    const novel = await aBook(services, seller, { category: 'novel-book' })
    const cook = await aBook(services, seller, { category: 'cook-book' })
    const novels = await read('/books/novel-book')
    expect(novels).toContainEqual(expect.objectContaining({ _id: novel, category_name: 'novel-book' }))
    expect(idsOf(novels)).not.toContain(cook)
  })
})

describe('orders', () => {
  test('POST /buy-now, then PUT /buy-now/{bookId} with the same body [spec-calls-17]', async () => {
    const id = await aBook(services, seller)
    const bookData = await read(`/advertise/${id}`)
    const body = { ...buyNowBody(id), bookData, name: buyer.name, email: buyer.email }
    const bought = await write('POST', '/buy-now', buyer, body)
    expect(bought).toMatchObject({ acknowledged: true })
    expect(await write('PUT', `/buy-now/${id}`, buyer, body)).toMatchObject({ acknowledged: true })
    expect(await read(`/advertise/${id}`)).toMatchObject({ available: 'sold' })
  })

  test('POST /buy-now of a form whose fields were left empty', async () => {
    const id = await aBook(services, seller)
    const nobody = await anAccount(services, 'buyer')
    const body = { bookData: await read(`/advertise/${id}`), phone: null, meetingLocation: null }
    expect(await write('POST', '/buy-now', nobody, body)).toMatchObject({ acknowledged: true })
    expect(await read('/my-orders', nobody)).toEqual([expect.objectContaining({ phone: '', meetingLocation: '' })])
  })

  test('GET /my-orders?email [spec-calls-18]', async () => {
    const order = await anOrder(server)
    expect(await read(`/my-orders?email=${order.buyer.email}`, order.buyer)).toEqual([
      expect.objectContaining({
        _id: order.id,
        bookData: expect.objectContaining({ _id: order.book, book_name: bookFields.book_name, resalePrice: '12.50' }),
        name: order.buyer.name,
        email: order.buyer.email,
        phone: '+49 30 1234',
        meetingLocation: 'Library steps',
        paymentStatus: false,
      }),
    ])
  })

  test('GET /my-orders/{myOrderId} [spec-calls-19]', async () => {
    const order = await anOrder(server)
    expect(await read(`/my-orders/${order.id}`, order.buyer)).toMatchObject({
      _id: order.id,
      bookData: { _id: order.book },
    })
  })

  test('GET /my-buyers [spec-calls-20]', async () => {
    const order = await anOrder(server, { buyer: await anAccount(services, 'buyer', { name: 'Otto Lang' }) })
    expect(await read('/my-buyers', order.seller)).toEqual([
      expect.objectContaining({
        name: 'Otto Lang',
        email: order.buyer.email,
        phone: '+49 30 1234',
        meetingLocation: 'Library steps',
      }),
    ])
  })
})

describe('payments', () => {
  test('POST /create-payment-intent [spec-calls-21]', async () => {
    const { json } = await openPayment(server, await anOrder(server))
    expect(json).toMatchObject({ clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/) })
  })

  test('POST /payments [spec-calls-22]', async () => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    const body = {
      resalePrice: '12.50',
      transactionId: intentId,
      email: order.buyer.email,
      orderInfoId: order.id,
    }
    expect(await write('POST', '/payments', order.buyer, body)).toMatchObject({ insertedId: expect.any(String) })
  })

  test('PUT /makeorderpaid/{orderId} [spec-calls-23]', async () => {
    const { order } = await anOrderPaidAtTheProvider(server)
    const paid = await write('PUT', `/makeorderpaid/${order.id}`, order.buyer, { isPaid: true })
    expect(paid).toMatchObject({ acknowledged: true })
    expect(await read(`/my-orders/${order.id}`, order.buyer)).toMatchObject({ paymentStatus: true })
  })
})
