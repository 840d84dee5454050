import { describe, expect, test } from 'vitest'
import { anOrder } from '#tests/kit/paying.ts'
import { anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { walk } from '#tests/kit/walk.ts'
import { beginImport, importBooks } from './import-books.ts'
import type { ListRow } from './list-row.ts'
import { listRules } from './list-rules.ts'

const server = await startTestServer()
const { services, send } = server

// A list in our own format.
const titles: ListRow[] = [
  {
    isbn: '9780000000002',
    title: 'The Lighthouse Keeper’s Ledger',
    authors: 'Ada Winter',
    firstPublished: '2008',
    language: 'eng',
  },
  {
    isbn: '',
    title: 'Bread Before Dawn: A Kitchen Diary',
    authors: 'Ole Brandt, Ida Holm',
    firstPublished: '1974',
    language: '',
  },
  {
    isbn: '9780000000026',
    title: 'Songs of the Salt Road',
    authors: 'unknown',
    firstPublished: '-720',
    language: 'grc',
  },
  { title: 'حكايات الميناء', authors: 'ليلى', firstPublished: '', language: 'ar' },
]

async function* from(rows: ListRow[]) {
  for (const [place, row] of rows.entries()) yield { line: place + 2, row }
}
const rules = await listRules(services, { given: {}, makeUpMissing: true })
async function bring(seller: TestAccount, rows: ListRow[], progress?: (done: number) => void) {
  const importId = await beginImport(services, { sellerId: seller.id, fileName: 'books.csv' })
  return importBooks(services, { sellerId: seller.id, importId }, from(rows), rules, progress)
}
const booksOf = async ({ token }: TestAccount) => (await send('GET', '/api/my-books?limit=100', { token })).json

describe('importing a list', () => {
  test('puts each on sale in the order of the list, with everything that the form asks for but a picture', async () => {
    const seller = await anAccount(services, 'seller')
    expect(await bring(seller, titles)).toEqual({
      inserted: 4,
      known: 0,
      refused: [],
      refusedRows: 0,
      leftOut: {},
      lost: [],
    })
    const books = await booksOf(seller)
    expect(books.map(({ book_name }: { book_name: string }) => book_name)).toEqual(titles.map(({ title }) => title))
    const thisYear = new Date().getUTCFullYear()
    for (const book of books) {
      expect(book).toMatchObject({
        available: 'unsold',
        advertise: 'false',
        book_img: '',
        images: [],
        condition: expect.stringMatching(/^(excellent|good|fair)$/),
        category_name: expect.stringMatching(/^(novel|story|cook)-book$/),
        location: expect.stringMatching(/./),
        mobileNumber: expect.stringMatching(/^\+1 555/),
      })
      expect(Number(book.yearOfPurchase)).toBeGreaterThan(thisYear - 20)
      expect(Number(book.yearOfPurchase)).toBeLessThanOrEqual(thisYear)
      expect(Number(book.resalePrice)).toBeGreaterThanOrEqual(0.5)
      expect(Number(book.resalePrice)).toBeLessThan(Number(book.originalPrice))
    }
    expect(books[0]).toMatchObject({ isbn: '9780000000002', language: 'en', description: '' })
    expect(books[1]).toMatchObject({ category_name: 'cook-book' })
    expect(books[1]).not.toHaveProperty('isbn')
    expect(books[2]).toMatchObject({ isbn: '9780000000026', language: 'grc' })
  })

  test('makes the same listing of the same row for every seller', async () => {
    const [one, two] = [await anAccount(services, 'seller'), await anAccount(services, 'seller')]
    await bring(one, titles)
    await bring(two, titles.toReversed())
    const facts = async (seller: TestAccount) =>
      new Map(
        ((await booksOf(seller)) as Record<string, string>[]).map((book) => [
          book.book_name,
          ['resalePrice', 'originalPrice', 'condition', 'yearOfPurchase', 'location']
            .map((field) => book[field])
            .join(),
        ]),
      )
    expect(await facts(two)).toEqual(await facts(one))
  })

  test('twice doubles nothing, also when a copy was bought, deleted, or both run at once', async () => {
    const seller = await anAccount(services, 'seller')
    await Promise.all([bring(seller, titles), bring(seller, titles)])
    const [first, second] = await booksOf(seller)
    await anOrder(server, { seller, book: first._id })
    await send('DELETE', `/api/my-books/${second._id}`, { token: seller.token })
    expect(await bring(seller, [...titles, ...titles])).toMatchObject({ inserted: 0, known: 8, refused: [] })
    expect((await walk(server, '/api/my-books', seller.token)).ids).toHaveLength(3)
  })

  test('reports each bad row with its line and reason, and takes the rest', async () => {
    const seller = await anAccount(services, 'seller')
    const bad: ListRow[] = [
      { title: '', authors: 'Nobody' },
      { title: 'A Book Without an Author', authors: ' ' },
      { title: 'A Book of No Number', authors: 'Ada Winter', isbn: '12345' },
      { title: 'Bad\u0000Book', authors: 'Ada Winter' },
      { title: 'x'.repeat(301), authors: 'Ada Winter' },
      {},
    ]
    const report = await bring(seller, [titles[0]!, ...bad, titles[1]!])
    expect(report).toMatchObject({ inserted: 2, known: 0, refusedRows: 6 })
    expect(report.refused).toEqual([
      { line: 3, about: 'title', column: 'title', cell: '', reason: expect.stringContaining('book name') },
      { line: 4, about: 'authors', column: 'authors', cell: '', reason: expect.stringContaining('book writer') },
      { line: 5, about: 'isbn', column: 'isbn', cell: '12345', reason: expect.stringContaining('isn’t an ISBN') },
      {
        line: 6,
        about: 'title',
        column: 'title',
        cell: 'Bad\u0000Book',
        reason: expect.stringContaining('can’t be shown'),
      },
      {
        line: 7,
        about: 'title',
        column: 'title',
        cell: `${'x'.repeat(100)}…`,
        reason: 'Please use 300 characters or fewer',
      },
      { line: 8, about: 'title', reason: expect.stringContaining('book name') },
      { line: 8, about: 'authors', reason: expect.stringContaining('book writer') },
    ])
  })

  test('takes two copies of one title, and neither twice', async () => {
    const seller = await anAccount(services, 'seller')
    const copies = [titles[0]!, { ...titles[0]!, condition: 'fair', price: '1.50' }]
    expect(await bring(seller, copies)).toMatchObject({ inserted: 2, known: 0 })
    expect(await bring(seller, copies)).toMatchObject({ inserted: 0, known: 2 })
  })

  test('refuses what holds for all books and can’t', async () => {
    const wrong = { given: { price: 'a lot', category: 'atlas' }, makeUpMissing: false }
    await expect(listRules(services, wrong)).rejects.toThrow(
      /^For all books: “atlas”: this category .*“a lot”: Write a price/,
    )
  })

  test('tells how far it is, up to the end', async () => {
    const seller = await anAccount(services, 'seller')
    const many = Array.from({ length: 1201 }, (_, place) => ({ title: `Volume ${place}`, authors: 'Ada Winter' }))
    const steps: number[] = []
    expect(await bring(seller, many, (done) => steps.push(done))).toMatchObject({ inserted: 1201 })
    expect(steps).toEqual([500, 1000, 1201])
    const { ids } = await walk(server, '/api/my-books?limit=100', seller.token)
    expect(new Set(ids).size).toBe(1201)
  })
})
