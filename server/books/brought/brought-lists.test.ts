import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { LIST_DAYS, MOST_LIST_BYTES, MOST_LISTS_A_DAY, type BroughtList } from '#contract/books/brought-lists.ts'
import { anAccount, freshToken, type TestAccount, closeByAdmin } from '#tests/kit/accounts-and-books.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { giveUpImport, importBrought, removeOldLists } from './import-brought.ts'

const server = await startTestServer()
const { services, send, clock } = server
let seller: TestAccount
beforeEach(async () => {
  seller = await anAccount(services, 'seller')
})

const GIVEN = { originalPrice: '20', location: 'Pier', phone: '+49 30 1234', yearOfPurchase: '2019' }
const ROWS = 'The Tide;Ada Winter;4.50\nSalt;Ada Winter;cheap\nBread;Ole Brandt;6\n'
const LIST = `Title;Author;Price\n${ROWS}`

async function bring(content: string | Uint8Array<ArrayBuffer>, by = seller, name = 'shelf.csv') {
  const form = new FormData()
  form.set('list', new Blob([content]), name)
  return send('POST', '/api/my-books/list', { token: by.token, body: form })
}
const look = async (by = seller) =>
  (await send('GET', '/api/my-books/list', { token: by.token })).json.list as BroughtList | null
const change = (body: object, by = seller) => send('PATCH', '/api/my-books/list', { token: by.token, body })
const begin = async (by = seller) =>
  send('POST', '/api/my-books/list/import', { token: by.token, body: { revision: (await look(by))?.revision ?? 1 } })
const imports = async (by = seller) => (await send('GET', '/api/my-books/imports', { token: by.token })).json
const titles = async (by = seller) =>
  ((await send('GET', '/api/my-books?limit=100', { token: by.token })).json as { book_name: string }[])
    .map(({ book_name: name }) => name)
    .toSorted()
const takeBack = (id: string, by = seller) => send('POST', `/api/my-books/imports/${id}/take-back`, { token: by.token })

describe('a list that a seller brings', () => {
  test('is looked at before anything is listed: what it lacks, what would be listed, and which cell is wrong', async () => {
    expect((await bring(LIST)).status).toBe(200)
    const bare = (await look())!
    expect(bare).toMatchObject({ fileName: 'shelf.csv', given: {}, problem: null })
    expect(bare.look).toMatchObject({ rows: 3, fresh: 0, refused: 3 })
    expect(bare.look!.missing).toEqual(['originalPrice', 'location', 'phone', 'yearOfPurchase'])
    expect((await change({ given: GIVEN })).status).toBe(200)
    const whole = (await look())!
    expect(whole.look).toMatchObject({ missing: [], rows: 3, fresh: 2, known: 0, refused: 1 })
    expect(whole.look!.books).toMatchObject([
      { line: 2, title: 'The Tide', author: 'Ada Winter', price: '4.50', cells: { title: 'The Tide', price: '4.50' } },
      { line: 4, title: 'Bread' },
    ])
    expect(whole.look!.refusedRows).toEqual([
      {
        line: 3,
        cells: { title: 'Salt', authors: 'Ada Winter', price: 'cheap' },
        reasons: [{ column: 'price', heading: 'Price', cell: 'cheap', reason: expect.any(String) }],
      },
    ])
    expect(await titles()).toEqual([])
  })

  test('names the column of what a row lacks, and shows cells that are too long for any form', async () => {
    await bring(`Title;Author;Price;Description\nThe Tide;Ada Winter;5;${'d'.repeat(6000)}\n`)
    await change({ given: { originalPrice: '20', location: 'Pier', yearOfPurchase: '2019' } })
    const [row] = (await look())!.look!.refusedRows
    expect(row!.reasons).toMatchObject([
      { column: 'phone', reason: 'no phone' },
      { column: 'description', heading: 'Description', reason: expect.any(String) },
    ])
    expect(row!.reasons[0]).not.toHaveProperty('heading')
    expect(row!.cells.description).toHaveLength(6000)
  })

  test('is corrected in place, line by line, and then listed in the background as it was seen', async () => {
    await bring(LIST)
    await change({ given: GIVEN })
    const cells = { title: 'Salt', authors: 'Ada Winter', price: '7' }
    await change({ correction: { line: 3, cells } })
    await change({ correction: { line: 3, cells: { location: 'Quay' } } })
    expect(await look()).toMatchObject({ corrected: 1, look: { fresh: 3, refused: 0 } })
    expect((await look())!.look!.books[1]!.cells).toEqual({ ...cells, location: 'Quay' })
    const { importId } = (await begin()).json
    expect(await imports()).toMatchObject([{ id: importId, isUnderWay: true, rowsDone: 0, finishedAt: null }])
    await importBrought(services, importId)
    expect(await titles()).toEqual(['Bread', 'Salt', 'The Tide'])
    expect(await imports()).toMatchObject([{ id: importId, isUnderWay: false, rowsDone: 3, inserted: 3, refused: 0 }])
    expect(await look()).toBeNull()
    // Simulates a retry after a kill, or two runners.
    await importBrought(services, importId)
    expect(await titles()).toHaveLength(3)
  })

  test('isn’t blocked by another window’s change, a second list, or a running import', async () => {
    await bring(LIST)
    await change({ given: GIVEN })
    const seen = (await look())!.revision
    await change({ correction: { line: 2, cells: { title: 'Ebb' } } })
    const late = await send('POST', '/api/my-books/list/import', { token: seller.token, body: { revision: seen } })
    expect(late).toMatchObject({ status: 409, json: { code: 'list_changed' } })
    expect((await begin()).status).toBe(200)
    for (const answer of [await begin(), await bring(LIST), await change({ given: {} })])
      expect(answer).toMatchObject({ status: 409, json: { code: 'list_under_way' } })
    expect((await send('DELETE', '/api/my-books/list', { token: seller.token })).status).toBe(409)
  })

  test('is taken back as a whole, but for what was reserved since; while it goes on, that ends it', async () => {
    const many = Array.from({ length: 1200 }, (_, place) => `Volume ${place};Ada Winter;5`).join('\n')
    await bring(`Title;Author;Price\n${many}\n`)
    await change({ given: GIVEN })
    const { importId } = (await begin()).json
    const importing = importBrought(services, importId)
    expect((await takeBack(importId)).status).toBe(200)
    await importing
    expect(await titles()).toEqual([])
    expect(await look()).toBeNull()

    await bring(LIST)
    await change({ given: GIVEN })
    const second = (await begin()).json.importId as string
    await importBrought(services, second)
    const [{ _id: book }] = (await send('GET', '/api/my-books', { token: seller.token })).json
    await anOrder(server, { seller, book })
    expect((await takeBack(second)).json).toMatchObject({ removed: 1, reserved: 1, sold: 0 })
    expect((await takeBack(second)).json).toMatchObject({ removed: 1, reserved: 1 })
  })

  test('that no other try can list waits for its seller again', async () => {
    await bring(LIST)
    await change({ given: GIVEN })
    const { importId } = (await begin()).json
    await services.db.transaction().execute((tx) => giveUpImport(tx, importId))
    expect(await imports()).toMatchObject([{ isUnderWay: false, finishedAt: null }])
    expect((await look())!.look).toMatchObject({ fresh: 2 })
    expect((await begin()).status).toBe(200)
  })

  test('is another seller’s business in nothing', async () => {
    await bring(LIST)
    await change({ given: GIVEN })
    const { importId } = (await begin()).json
    const stranger = await anAccount(services, 'seller')
    expect(await look(stranger)).toBeNull()
    expect(await imports(stranger)).toEqual([])
    expect((await takeBack(importId, stranger)).status).toBe(404)
    expect((await change({ given: GIVEN }, stranger)).status).toBe(404)
  })
})

describe('a file that is brought', () => {
  test('that is no list says why; letters that may be wrong are shown in other encodings, and one can be named', async () => {
    await bring('just words\n')
    expect(await look()).toMatchObject({ look: null, problem: { words: expect.stringContaining('no column for') } })
    const cyrillic = new Uint8Array([...Buffer.from('title,author\n'), 0xcc, 0xe8, 0xf0, 0x2c, 0x41, 0x0a])
    await bring(cyrillic)
    expect((await look())!.look!.encoding).toEqual({ name: 'windows-1252', isGuess: true, titles: ['Ìèð'] })
    expect((await change({ encoding: 'windows-1251' })).status).toBe(200)
    expect((await look())!.look!.refusedRows[0]!.cells).toMatchObject({ title: 'Мир' })
    expect(await change({ encoding: 'klingon' })).toMatchObject({
      status: 422,
      json: { invalidFields: [{ field: 'encoding' }] },
    })
  })

  test('keeps no server busy, however it is made', async () => {
    const problem = async () => (await look())!.problem!.words
    await bring(`title,author${','.repeat(60_000)}\nA,B\n`)
    expect(await problem()).toContain('can’t name columns')
    await bring(`title,author\r${'A,B\r'.repeat(40_001)}`)
    expect(await problem()).toContain('10,000 rows')
    // Regression: each took minutes in a quadratic search for the end, in headings, cells and pieces of the file.
    const backslashes = '\\'.repeat(65_000)
    const marks = '\u0315\u0300\u05AE'.repeat(3000)
    const [open, stop] = ['('.repeat(19_000), '\u2028x']
    const costly = [
      `"A \\"B\\" C",D,en`,
      `${`${backslashes}x`.repeat(20)},D,en`,
      `A${marks},D,en`,
      `A,D,${open}${stop}`,
    ]
    await bring(`title,author,language,${open.repeat(2)}${stop}\n${costly.join('\n')}\n`)
    await change({ given: { ...GIVEN, price: '5' } })
    const { look: found } = (await look())!
    expect(found).toMatchObject({ rows: 4, fresh: 2, refused: 2 })
    expect(found!.refusedRows.map(({ reasons }) => reasons[0]!.reason)).toEqual([
      expect.stringContaining('longer than'),
      expect.stringContaining('fewer accents'),
    ])
  })

  test('lists no more copies than a list may have', async () => {
    const rows = Array.from({ length: 501 }, (_, place) => `Volume ${place},Ada Winter,5,20\n`)
    await bring(`title,author,price,quantity\n${rows.join('')}`)
    await change({ given: GIVEN })
    expect((await look())!.look).toMatchObject({ rows: 501, fresh: 10_000, refused: 1 })
  })

  test('may have any name, and cells nothing that the database can’t keep', async () => {
    await bring(LIST, seller, 'my\u0000shelf.csv')
    expect((await look())!.fileName).toBe('myshelf.csv')
    expect((await bring(LIST, seller, '')).status).toBe(200)
    expect((await look())!.fileName).toBe('list')
    for (const text of ['a\u0000b', 'a\uD800b'])
      for (const body of [{ given: { location: text } }, { correction: { line: 2, cells: { title: text } } }])
        expect((await change(body)).status).toBe(422)
    const cells = { title: 'Salt', description: 'a'.repeat(5000), publisher: 'b'.repeat(5000) }
    const answers = []
    for (let line = 2; line < 105; line += 1) answers.push(await change({ correction: { line, cells } }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  })

  test('arrives with few others of its seller, since each is held as a whole', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => bring(LIST + '\n'.repeat(30_000))))
    const codes = answers.map(({ status, json }) => (status === 200 ? 200 : json.code))
    expect(new Set(codes)).toEqual(new Set([200, 'too_many_requests']))
    expect((await bring(LIST)).status).toBe(200)
  })

  test('is previewed in turns: one seller’s many requests don’t block others', async () => {
    await bring(LIST)
    const other = await anAccount(services, 'seller')
    await bring(LIST, other)
    const asks = Array.from({ length: 9 }, () => send('GET', '/api/my-books/list', { token: seller.token }))
    const theirs = await look(other)
    expect(theirs).toMatchObject({ fileName: 'shelf.csv' })
    expect(
      (await Promise.all(asks)).map(({ status }) => status).filter((status) => status === 200).length,
    ).toBeLessThan(9)
  })

  test('what can’t hold for all books is refused at its field, and nothing given before is lost', async () => {
    await bring(LIST)
    await change({ given: GIVEN })
    expect(await change({ given: { ...GIVEN, originalPrice: 'a lot' } })).toMatchObject({
      status: 422,
      json: {
        detail: expect.stringContaining('“a lot”'),
        invalidFields: [{ field: 'given.originalPrice', message: expect.stringMatching(/^[A-Z]/) }],
      },
    })
    expect(await look()).toMatchObject({ given: GIVEN, look: { fresh: 2 }, problem: null })
  })

  test('has its limits: none, empty, too large, and so many a day', async () => {
    const none = await send('POST', '/api/my-books/list', { token: seller.token, body: new FormData() })
    expect(none).toMatchObject({ status: 422, json: { invalidFields: [{ field: 'list' }] } })
    expect((await bring('')).status).toBe(422)
    expect(await bring(new Uint8Array(MOST_LIST_BYTES + 1))).toMatchObject({
      status: 413,
      json: { code: 'list_too_large' },
    })
    expect((await bring('\n'.repeat(50_000))).json.code).toBe('list_too_large')
    expect((await bring(`Title;Author\n${'A;B\n'.repeat(10_001)}`)).status).toBe(200)
    expect((await look())!.problem!.words).toContain('may have 10,000 rows')
    await importBrought(services, (await begin()).json.importId)
    expect(await imports()).toMatchObject([{ isUnderWay: false, rowsDone: 0, inserted: 0 }])
    expect((await look())!.problem!.words).toContain('may have 10,000 rows')
    for (let turn = 1; turn < MOST_LISTS_A_DAY; turn += 1) expect((await bring(LIST)).status).toBe(200)
    expect((await bring(LIST)).json.code).toBe('too_many_lists')
    clock.advance(24 * 3600)
    const token = await freshToken(services, seller.id)
    expect((await bring(LIST, { ...seller, token })).status).toBe(200)
  })

  test('is forgotten when its seller says so, after a week, and with the account', async () => {
    const kept = async () =>
      (
        await sql`SELECT 1 FROM brought_lists WHERE seller_id = ${seller.id} AND content IS NOT NULL`.execute(
          services.db,
        )
      ).rows.length
    await bring(LIST)
    expect((await send('DELETE', '/api/my-books/list', { token: seller.token })).status).toBe(200)
    expect([await look(), await kept()]).toEqual([null, 0])
    await bring(LIST)
    clock.advance(LIST_DAYS * 24 * 3600 + 1)
    await removeOldLists(services)
    expect(await kept()).toBe(0)
    seller = await anAccount(services, 'seller')
    await bring(LIST)
    await closeByAdmin(services, seller.id)
    expect(await kept()).toBe(0)
  })
})
