import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { EditInput } from '#contract/books/edits-of-many.ts'
import { aBook, anAccount, buyNowBody, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
const { services, send } = server
let seller: TestAccount
let [one, reserved, sold, foreign] = ['', '', '', '']

beforeEach(async () => {
  seller = await anAccount(services, 'seller')
  const buyer = await anAccount(services, 'buyer')
  one = await aBook(services, seller)
  reserved = await aBook(services, seller)
  sold = await aBook(services, seller)
  foreign = await aBook(services, await anAccount(services, 'seller'))
  await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(reserved) })
  await sql`UPDATE books SET state = 'sold' WHERE id = ${sold}`.execute(services.db)
})

const post = async (path: string, rows: unknown) =>
  (await send('POST', `/api/my-books/edits${path}`, { token: seller.token, body: { rows } })).json
const preview = async (rows: { book: string; says: EditInput }[]) => (await post('/preview', rows)).rows
const edit = (rows: { book: string; revision: number; says: EditInput }[]) => post('', rows)
const mine = async (id: string) => (await send('GET', `/api/my-books/${id}`, { token: seller.token })).json

describe('what an edit of many books would do', () => {
  test('is previewed field by field, without changing anything', async () => {
    const before = await mine(one)
    const [told] = await preview([
      { book: one, says: { book_name: before.book_name, resalePrice: '9,5 USD', publisher: 'Harbour', isbn: '' } },
    ])
    expect(told).toEqual({
      book: one,
      title: before.book_name,
      revision: before.revision,
      reasons: [],
      changes: [
        { field: 'publisher', from: '', to: 'Harbour' },
        { field: 'resalePrice', from: '12.50', to: '9.50' },
      ],
    })
    expect(await mine(one)).toEqual(before)
  })

  test('is what changes, also of a book that an import listed without a description, or that has what is refused now', async () => {
    await sql`UPDATE books SET description = '', location = 'See https://example.org' WHERE id = ${one}`.execute(
      services.db,
    )
    const says = { resalePrice: '9', description: '' }
    expect(await preview([{ book: one, says }])).toMatchObject([{ reasons: [], changes: [{ field: 'resalePrice' }] }])
    expect(await edit([{ book: one, revision: 1, says }])).toMatchObject({ changed: [{ book: one }], refused: [] })
    expect(await mine(one)).toMatchObject({ resalePrice: '9.00', description: '', location: 'See https://example.org' })
    const emptied = await preview([{ book: reserved, says: { description: '' } }])
    expect(emptied).toMatchObject([{ reasons: ['description: Please fill in the description'] }])
  })

  test('is nothing where a spreadsheet writes the same in its own way', async () => {
    const { isbn } = { isbn: '9780306406157' }
    await edit([{ book: one, revision: 1, says: { isbn, description: 'Two\nlines', language: 'de' } }])
    const [told] = await preview([
      {
        book: one,
        says: {
          isbn: '9.78031E+12',
          description: 'Two\r\nlines ',
          resalePrice: '12,5',
          condition: 'Good',
          language: 'German',
        },
      },
    ])
    expect(told).toMatchObject({ changes: [], reasons: [] })
    expect((await mine(one)).isbn).toBe(isbn)
  })

  test('is refused with every reason, by the rules of the form', async () => {
    const rows = await preview([
      { book: one, says: { resalePrice: '0.10', book_name: '', yearOfPurchase: '19' } },
      { book: reserved, says: { resalePrice: '9' } },
      { book: reserved, says: { location: 'Pier' } },
      { book: sold, says: { location: 'Pier' } },
      { book: sold, says: { resalePrice: '12.50' } },
      { book: foreign, says: { resalePrice: '9' } },
      { book: one, says: { category_name: 'Poems' } },
    ])
    const reasons = rows.map((row: { reasons: string[] }) => row.reasons.join(' '))
    expect(reasons).toEqual([
      expect.stringMatching(
        /^title: Please fill in the book name.*year of purchase “19”: .*four digits.*price “0.10”: .*lowest price/,
      ),
      expect.stringMatching(/^Reserved/),
      '',
      expect.stringMatching(/^Sold/),
      '',
      'That isn’t one of your books.',
      'The club has no category “Poems”.',
    ])
  })
})

describe('an edit of many books', () => {
  test('does what it can, tells the rest, and changes nothing the second time', async () => {
    const { revision } = await mine(one)
    const rows = [
      { book: one, revision, says: { resalePrice: '10', location: 'Pier' } },
      { book: reserved, revision: 1, says: { resalePrice: '10' } },
      { book: foreign, revision: 1, says: { resalePrice: '10' } },
    ]
    const first = await edit(rows)
    expect(first).toMatchObject({ acknowledged: true, changed: [{ book: one, revision: revision + 1 }] })
    expect(first.refused.map(({ code }: { code: string }) => code)).toEqual(['invalid_input', 'not_found'])
    expect(await mine(one)).toMatchObject({
      resalePrice: '10.00',
      wasPrice: '12.50',
      location: 'Pier',
      revision: revision + 1,
    })
    expect((await edit(rows)).changed).toEqual([])
  })

  test('is undone with the former values, unless it was edited since', async () => {
    const { revision, book_name } = await mine(one)
    await edit([{ book: one, revision, says: { book_name: 'Another' } }])
    const back = { book: one, revision: revision + 1, says: { book_name } }
    expect((await edit([back])).changed).toEqual([{ book: one, revision: revision + 2 }])
    expect((await mine(one)).book_name).toBe(book_name)
    const late = await edit([{ book: one, revision: revision + 1, says: { book_name: 'Third' } }])
    expect(late).toMatchObject({ changed: [], refused: [{ book: one, code: 'book_changed' }] })
  })
})
