import { describe, expect, test } from 'vitest'
import type { EditedField } from '#contract/books/edits-of-many.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { readListRow } from './import/read-list-row.ts'

const server = await startTestServer()
const { services, send } = server
const seller = await anAccount(services, 'seller', { emailVerified: false })
const { token } = seller

const LEAVE_OUT = 'Please leave out web addresses, email addresses and phone numbers'
const hostile: [EditedField, string][] = [
  ['book_name', 'Your account is locked, confirm it at evil.example/login'],
  ['book_writer', 'Dogear Security Team security@evil.example'],
  ['location', 'Call +1 555 010 0142'],
]

describe.each(hostile)('no link and no address stands in %s', (field, text) => {
  const invalidFields = [{ field, message: LEAVE_OUT }]

  test('of a new listing', async () => {
    expect(await send('POST', '/api/add-product', { token, body: { [field]: text } })).toMatchObject({
      status: 422,
      json: { invalidFields: expect.arrayContaining(invalidFields) },
    })
  })

  test('of an edited one, alone or among many', async () => {
    const book = await aBook(services, seller)
    const { revision, ...listed } = (await send('GET', `/api/my-books/${book}`, { token })).json
    const path = `/api/my-books/${book}?revision=${revision}`
    expect(await send('PATCH', path, { token, body: { ...listed, [field]: text } })).toMatchObject({
      status: 422,
      json: { invalidFields },
    })
    const many = { rows: [{ book, revision, says: { [field]: text } }] }
    expect((await send('POST', '/api/my-books/edits', { token, body: many })).json).toMatchObject({
      changed: [],
      refused: [{ book, code: 'invalid_input', reason: expect.stringContaining(LEAVE_OUT) }],
    })
  })

  test('of an imported one', () => {
    const row = {
      title: 'Emma',
      authors: 'Ada',
      location: 'Mill',
      phone: '+1 555 0100',
      price: '4',
      originalPrice: '9',
    }
    const column: string = { book_name: 'title', book_writer: 'authors', location: 'location' }[field as string]!
    const rules = { currency: 'USD', thisYear: 2026, categories: [], given: {}, makeUpMissing: false }
    const read = readListRow({ ...row, yearOfPurchase: '2019', [column]: text }, rules)
    expect(read).toMatchObject({ kind: 'refused', reasons: [{ column, reason: LEAVE_OUT }] })
  })
})

test('what looks like one may be a title, an author, a place; a publisher may be called by its address', async () => {
  const book = await aBook(services, seller)
  const { revision, ...listed } = (await send('GET', `/api/my-books/${book}`, { token })).json
  const said = {
    book_name: 'Node.js in Action, Vol.2 (1999-2005)',
    book_writer: 'J.R.R.Tolkien, Mr.Men',
    location: 'St.Mary’s, 12-14 High St, 62701-1234',
    publisher: 'Lulu.com',
  }
  const path = `/api/my-books/${book}?revision=${revision}`
  expect((await send('PATCH', path, { token, body: { ...listed, ...said } })).json).toMatchObject({ modifiedCount: 1 })
})
