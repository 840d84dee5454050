import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { aBook, anAccount, buyNowBody, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
const { services, send, clock } = server
let seller: TestAccount
let [one, other, reserved, sold, foreign] = ['', '', '', '', '']

beforeEach(async () => {
  seller = await anAccount(services, 'seller')
  const buyer = await anAccount(services, 'buyer')
  ;[one, other, reserved, sold] = (await Promise.all([1, 2, 3, 4].map(() => aBook(services, seller)))) as [
    string,
    string,
    string,
    string,
  ]
  foreign = await aBook(services, await anAccount(services, 'seller'))
  await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(reserved) })
  await sql`UPDATE books SET state = 'sold' WHERE id = ${sold}`.execute(services.db)
})

const change = async (what: string, ...books: string[]) =>
  (await send('POST', '/api/my-books/changes', { token: seller.token, body: { change: what, books } })).json
const reprice = async (prices: { book: string; from: string; to: string }[]) =>
  (await send('POST', '/api/my-books/prices', { token: seller.token, body: { prices } })).json
const bookNow = async (id: string) => (await send('GET', `/api/advertise/${id}`)).json
const shown = async (state: string): Promise<string[]> =>
  (await send('GET', `/api/my-books?state=${state}`, { token: seller.token })).json.map(
    ({ _id }: { _id: string }) => _id,
  )
const refusedIn = ({ refused }: { refused: { book: string; code: string }[] }) =>
  Object.fromEntries(refused.map(({ book, code }) => [book, code]))

describe('one change to many books', () => {
  test('advertises those it can, tells the others one by one, and changes nothing the second time', async () => {
    const all = [one, other, reserved, sold, foreign, one]
    const refused = { [reserved]: 'book_sold', [sold]: 'book_sold', [foreign]: 'not_found' }
    const first = await change('advertise', ...all)
    expect(first).toMatchObject({ acknowledged: true, changed: [one, other] })
    expect(refusedIn(first)).toEqual(refused)
    expect((await bookNow(foreign)).advertise).toBe('false')
    expect((await bookNow(one)).advertise).toBe('true')
    const second = await change('advertise', ...all)
    expect([second.changed, refusedIn(second)]).toEqual([[], refused])
    expect((await change('stop-advertising', ...all)).changed).toEqual([one, other])
  })

  test('deletes, and brings back within ten minutes', async () => {
    const gone = await change('delete', one, other, reserved, sold)
    expect([gone.changed, refusedIn(gone)]).toEqual([[one, other, sold], { [reserved]: 'book_claimed' }])
    expect((await change('delete', one)).changed).toEqual([])
    expect((await change('restore', one, sold, reserved)).changed).toEqual([one, sold])
    clock.advance(601)
    expect(refusedIn(await change('restore', other))).toEqual({ [other]: 'too_late_to_restore' })
    expect((await change('advertise', other)).refused).toMatchObject([{ code: 'not_found' }])
  })

  test('pauses, and shows again: reserved ones too, for when they come back', async () => {
    const paused = await change('pause', one, reserved, sold, foreign)
    expect([paused.changed, refusedIn(paused)]).toEqual([
      [one, reserved],
      { [sold]: 'book_sold', [foreign]: 'not_found' },
    ])
    expect((await change('pause', one)).changed).toEqual([])
    expect((await send('GET', '/api/all-books?limit=100')).json.some(({ _id }: { _id: string }) => _id === one)).toBe(
      false,
    )
    const claim = await send('POST', '/api/buy-now', {
      token: (await anAccount(services, 'buyer')).token,
      body: buyNowBody(one),
    })
    expect(claim.json.code).toBe('listing_paused')
    expect((await change('show', one, reserved, other)).changed).toEqual([one, reserved])
    expect((await bookNow(one)).isPaused).toBe(false)
  })

  test('nothing shows what the club took down, nor what is paused for another reason', async () => {
    const admin = await anAccount(services, 'admin')
    const post = (path: string, body?: object) =>
      send('POST', `/api/listings/${one}/${path}`, { token: admin.token, body })
    await post('take-down', { reason: 'rules', note: '' })
    expect(refusedIn(await change('advertise', one))).toEqual({ [one]: 'taken_down_already' })
    const alone = { token: seller.token, body: { advertise: 'true' } }
    expect((await send('PUT', `/api/my-books/${one}`, alone)).json.code).toBe('taken_down_already')
    await change('pause', one)
    await change('show', one)
    await change('pause', other)
    expect([await shown('paused'), await shown('taken-down'), await shown('unsold')]).toEqual([[other], [one], []])
    await change('pause', one)
    await post('put-back')
    expect((await shown('paused')).toSorted()).toEqual([one, other].toSorted())
    // After away and back, only individually paused books stay paused.
    const shownBefore = await aBook(services, seller)
    for (const isPaused of [true, false])
      expect((await send('PUT', '/api/my-books', { token: seller.token, body: { isPaused } })).status).toBe(200)
    expect(await shown('unsold')).toEqual([shownBefore])
    expect((await send('GET', `/api/sellers/${seller.id}`)).json.isAway).toBe(false)
  })

  test('is refused for none, or more than five hundred', async () => {
    for (const books of [[], Array.from({ length: 501 }, () => crypto.randomUUID()), ['x']])
      expect(
        (await send('POST', '/api/my-books/changes', { token: seller.token, body: { change: 'delete', books } }))
          .status,
      ).toBe(422)
  })

  test('and another one to the same, in another order, at once: neither waits for ever', async () => {
    const books = await Promise.all(Array.from({ length: 30 }, () => aBook(services, seller)))
    const turns = Array.from({ length: 8 }, (_, turn) =>
      change(turn % 2 ? 'advertise' : 'stop-advertising', ...(turn % 3 ? books : books.toReversed())),
    )
    for (const answer of await Promise.all(turns)) expect(answer.refused).toEqual([])
  })
})

describe('one change to a whole list', () => {
  const toChange = (query: string) => send('GET', `/api/my-books/changes?${query}`, { token: seller.token })

  test('names what it would change of one’s own books, and what not and why; what is so already is left out', async () => {
    await change('advertise', other)
    const { json } = await toChange('change=advertise')
    expect(new Map(json.map(({ book, reason }: { book: string; reason: string | null }) => [book, reason]))).toEqual(
      new Map([
        [one, null],
        [reserved, expect.any(String)],
        [sold, expect.any(String)],
      ]),
    )
    expect((await bookNow(one)).advertise).toBe('false')
    expect((await toChange('change=delete&state=advertised')).json).toEqual([{ book: other, reason: null }])
    expect((await toChange('change=pause&search=no+such+book')).json).toEqual([])
    expect((await toChange('change=burn')).status).toBe(422)
  })

  test('goes on page by page, past what the change takes out of the list; a new book is in no page', async () => {
    await sql`
      INSERT INTO books (seller_id, title, author, description, location, original_price, resale_price, currency,
        year_of_purchase, mobile_number, created_at)
      SELECT ${seller.id}, 'Volume ' || n, 'Ada Winter', 'One of many.', 'Pier', 5000, 100 + n, 'USD', 2019,
        '+49 30 123456', '2020-01-01'::timestamptz + n * interval '1 second'
      FROM generate_series(1, 500) n`.execute(services.db)
    const first = await toChange('change=pause&state=unsold')
    expect(first.json).toHaveLength(500)
    const paused = await change('pause', ...first.json.map(({ book }: { book: string }) => book))
    expect(paused.changed).toHaveLength(500)
    await aBook(services, seller)
    const second = await toChange(
      `change=pause&state=unsold&${/cursor=[^&>]+/.exec(first.headers.get('link') ?? '')![0]}`,
    )
    expect(second.json).toHaveLength(2)
    expect(second.headers.get('link')).toBeNull()
  })
})

describe('another price for many books', () => {
  test('changes each book’s price, with a result per book', async () => {
    const answer = await reprice([
      { book: one, from: '12.50', to: '10' },
      { book: other, from: '12.50', to: '0.10' },
      { book: reserved, from: '12.50', to: '10' },
      { book: sold, from: '12.50', to: '10' },
      { book: foreign, from: '12.50', to: '10' },
    ])
    expect(answer.changed).toEqual([one])
    expect(refusedIn(answer)).toEqual({
      [other]: 'invalid_input',
      [reserved]: 'book_claimed',
      [sold]: 'book_sold',
      [foreign]: 'not_found',
    })
    expect(await bookNow(one)).toMatchObject({ resalePrice: '10.00', wasPrice: '12.50' })
    expect(await bookNow(foreign)).toMatchObject({ resalePrice: '12.50' })
  })

  test('is what was seen before, or nothing changes; sent again, it is the same', async () => {
    const lower = [{ book: one, from: '12.50', to: '10' }]
    expect((await reprice(lower)).changed).toEqual([one])
    expect(await reprice(lower)).toMatchObject({ changed: [], refused: [] })
    expect(refusedIn(await reprice([{ book: one, from: '12.50', to: '9' }]))).toEqual({ [one]: 'book_changed' })
    // Two changes at once: one has a stale price.
    const [a, b] = await Promise.all(['8', '7'].map((to) => reprice([{ book: one, from: '10.00', to }])))
    expect([...a.changed, ...b.changed]).toEqual([one])
  })

  test('undone, it is a change like any other, and creates no former price', async () => {
    await reprice([{ book: one, from: '12.50', to: '20' }])
    await reprice([{ book: one, from: '20.00', to: '12.50' }])
    expect((await bookNow(one)).wasPrice).toBeUndefined()
    await reprice([{ book: one, from: '12.50', to: '10' }])
    await reprice([{ book: one, from: '10.00', to: '12.50' }])
    expect((await bookNow(one)).wasPrice).toBeUndefined()
    await reprice([{ book: one, from: '12.50', to: '11' }])
    expect((await bookNow(one)).wasPrice).toBeUndefined()
    const { rows } = await sql<{ price: number }>`
      SELECT resale_price AS price FROM book_prices WHERE book_id = ${one} ORDER BY id`.execute(services.db)
    expect(rows.map(({ price }) => price)).toEqual([1250, 2000, 1250, 1000, 1250])
  })

  test('is noticed by an open edit form', async () => {
    const before = (await send('GET', `/api/my-books/${one}`, { token: seller.token })).json.revision
    await reprice([{ book: one, from: '12.50', to: '10' }])
    expect((await send('GET', `/api/my-books/${one}`, { token: seller.token })).json.revision).toBe(before + 1)
  })
})

describe('another price for a whole list', () => {
  const newPrices = (query: string) => send('GET', `/api/my-books/prices?${query}`, { token: seller.token })

  test('is told of each book before, with those that stay and why; those that cost that already are left out', async () => {
    const { json } = await newPrices('way=lower&by=10%25')
    const reasons = new Map(json.map((row: { book: string; reason: string | null }) => [row.book, row.reason]))
    expect(reasons).toEqual(
      new Map([
        [one, null],
        [other, null],
        [reserved, expect.stringMatching(/^Reserved/)],
        [sold, expect.stringMatching(/^Sold/)],
      ]),
    )
    expect(json.find(({ book }: { book: string }) => book === one)).toMatchObject({ from: '12.50', to: '11.25' })
    expect(await bookNow(one)).toMatchObject({ resalePrice: '12.50' })
    await reprice([{ book: other, from: '12.50', to: '4.99' }])
    expect((await newPrices('way=set&by=4,99&state=unsold')).json).toMatchObject([{ book: one, to: '4.99' }])
    const low: { book: string; to: string; reason: string }[] = (await newPrices('way=lower&by=12.20&state=unsold'))
      .json
    expect(new Map(low.map(({ book, to }) => [book, to]))).toEqual(
      new Map([
        [one, '0.30'],
        [other, '0.00'],
      ]),
    )
    for (const { reason } of low) expect(reason).toBe('The lowest price is $0.50')
  })

  test('needs a percentage or an amount; a price is set to an amount', async () => {
    for (const query of ['way=lower&by=much', 'way=set&by=10%25', 'way=halve&by=10%25', 'way=lower'])
      expect([query, (await newPrices(query)).status]).toEqual([query, 422])
  })

  test('what is told can be sent, and is what changes', async () => {
    const { json } = await newPrices('way=raise&by=2&state=unsold')
    const prices = json.map(({ book, from, to }: { book: string; from: string; to: string }) => ({ book, from, to }))
    expect((await reprice(prices)).changed.toSorted()).toEqual([one, other].toSorted())
    expect(await bookNow(one)).toMatchObject({ resalePrice: '14.50' })
    expect((await newPrices('way=set&by=14.50&state=unsold')).json).toEqual([])
  })
})
