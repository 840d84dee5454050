import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sampleBook } from '#tests/kit/books/sample-book.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { callNumber, describeBook } from './describe-book.ts'
import { hyphenated } from './hyphenate-isbn.public.ts'
import { getBook } from './list-books.ts'

const { services, clock } = await startTestServer()
const seller = await anAccount(services, 'seller')
const DAY = 24 * 60 * 60

const isLongGone = async (id: string) => (await describeBook(services, await getBook(services, id))).isLongGone

describe('a book that isn’t for sale any more', () => {
  test.each([
    ['sold', sql`state = 'sold'`],
    ['paused', sql`is_paused = true, paused_at = now()`],
  ])('%s, is long gone after 30 days, and back when it is for sale again', async (_state, change) => {
    const id = await aBook(services, seller)
    clock.advance(31 * DAY)
    expect(await isLongGone(id)).toBe(false)
    clock.advance(-31 * DAY)
    await sql`UPDATE books SET ${change} WHERE id = ${id}`.execute(services.db)
    clock.advance(29 * DAY)
    expect(await isLongGone(id)).toBe(false)
    clock.advance(2 * DAY)
    expect(await isLongGone(id)).toBe(true)
    await sql`UPDATE books SET state = 'unsold', is_paused = false, paused_at = NULL WHERE id = ${id}`.execute(
      services.db,
    )
    expect(await isLongGone(id)).toBe(false)
    clock.advance(-31 * DAY)
  })

  test('or is reserved, is not long gone', async () => {
    const id = await aBook(services, seller)
    await sql`UPDATE books SET state = 'claimed' WHERE id = ${id}`.execute(services.db)
    clock.advance(40 * DAY)
    expect(await isLongGone(id)).toBe(false)
    clock.advance(-40 * DAY)
  })
})

describe('what search engines say of a book', () => {
  const of = async (more: Partial<typeof sampleBook>) =>
    (await describeBook(services, { ...sampleBook, ...more })).description

  test('are the seller’s words on one line, cut', async () => {
    expect(await of({ description: ' Clean,\n no marks. ' })).toBe('Clean, no marks.')
    expect(await of({ description: 'x'.repeat(200) })).toBe(`${'x'.repeat(150)}...`)
  })

  test('or its facts, as far as they are known', async () => {
    const book = { title: 'The Talisman', author: 'King, Stephen; Straub, Peter', description: ' \n' }
    const facts = { condition: 'good', binding: 'paperback', location: 'Harbour square' } as const
    const price = { resalePrice: { minor: 500, currency: 'USD' } }
    expect(await of({ ...book, ...facts, ...price })).toBe(
      'A used copy of The Talisman by Stephen King and Peter Straub: paperback, good condition, $5.00, Harbour square.',
    )
    expect(await of({ ...book, ...price, author: ' , ', condition: null, binding: null, location: '' })).toBe(
      'A used copy of The Talisman by  , : $5.00.',
    )
  })
})

test.each([
  ['9780439023481', '978-0-439-02348-1'],
  ['9783518457955', '978-3-518-45795-5'],
  ['9787020002207', '978-7-02-000220-7'],
  ['9791095438007', '979-10-95438-00-7'],
  ['9788532511010', '978-85-325-1101-0'],
  // No group has this number yet.
  ['9799999999990', '9799999999990'],
])('the ISBN %s is shown as %s', (isbn, shown) => expect(hyphenated(isbn)).toBe(shown))

test('a call number is category and writer’s surname, without a year that would be read as the edition’s', () => {
  const book = { category: 'novel-book' }
  expect(callNumber(book, 'Ursula Mara Ivens')).toBe('NOV · IVE')
  expect(callNumber({ category: null }, '村上')).toBe('村上')
  expect(callNumber(book)).toBe('NOV')
})

test.each([
  ['Kurt Vonnegut Jr.', 'VON'],
  ['Andre Dubus III', 'DUB'],
  ['يوسف القاضي', 'قاض'],
  ['القاضي', 'قاض'],
  ['Ahmad al-Ghazali', 'GHA'],
  ['Al Gore', 'GOR'],
  ['Alice Walker', 'WAL'],
  ['Antoine de Saint-Exupéry', 'SAI'],
])('the surname of %s begins with %s', (author, surname) => {
  expect(callNumber({ category: null }, author)).toBe(surname)
})
