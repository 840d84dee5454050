import { readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import * as z from 'zod/mini'
import { addBookIn } from '#contract/books/book-calls.ts'
import { noFacts } from '#contract/books/book-facts.ts'
import { resalePriceIn } from '#contract/money/money.ts'
import { formatMoney } from '#contract/wording.ts'
import { madeUpPrice } from '#server/books/made-up-price.ts'
import { CONDITIONS } from '#contract/books/conditions.ts'
import { demoPayments } from '#server/open-shop.ts'
import { buyBook } from '#server/orders/buy-book.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { testClock } from '#tests/kit/test-clock.ts'
import { askIdentity } from '#tests/kit/proven-account.ts'
import { startTestServer, type TestServer } from '#tests/kit/test-server.ts'
import { clearDemo } from './clear-demo.ts'
import { demoAccounts } from './demo-accounts.ts'
import { keepDemoOut } from './keep-demo-out.ts'
import { seedDemo } from './seed-demo.ts'
import { demoBooks } from './demo-books.ts'

const silent = () => {}
const servicesOf = ({ services }: TestServer) => ({ ...services, payments: demoPayments })

describe('the demo’s books', () => {
  test('are 36, of all kinds', () => {
    const count = (has: (book: (typeof demoBooks)[number]) => unknown) => demoBooks.filter(has).length
    expect(demoBooks).toHaveLength(36)
    expect(new Set(demoBooks.map(({ title }) => title)).size).toBe(36)
    expect(count(({ isAdvertised }) => isAdvertised)).toBe(6)
    expect(count(({ picture }) => picture)).toBe(30)
    expect(count(({ category }) => category === null)).toBe(2)
    expect(count(({ condition }) => condition === null)).toBe(3)
    expect(count(({ description }) => description === '')).toBe(2)
    for (const condition of CONDITIONS) expect(count((book) => book.condition === condition)).toBeGreaterThan(5)
    for (const script of [/\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Arabic}/u, /\p{Script=Hiragana}/u])
      expect(count(({ title }) => script.test(title))).toBe(1)
    expect(count(({ title }) => /\p{Extended_Pictographic}/u.test(title))).toBe(1)
  })

  test('have the pictures of their folder, each in one place', async () => {
    const files = (await readdir(new URL('pictures', import.meta.url))).map((file) => file.replace('.webp', ''))
    expect(demoBooks.flatMap(({ picture }) => picture ?? []).toSorted()).toEqual(files.toSorted())
  })

  test.each(demoBooks)('$title could have been typed into the form', (book) => {
    const typed = { ...noFacts, ...book, images: ['/images/a.webp'], mobileNumber: '+1 555 010 0142' }
    const wire = z.encode(addBookIn('USD').body, { ...typed, description: book.description || 'Nothing to say' })
    expect(z.safeDecode(addBookIn('USD').body, wire)).toMatchObject({ success: true })
    expect(book.resalePrice).toBeLessThan(book.loweredFrom ?? book.originalPrice)
  })

  test.each(['EUR', 'JPY', 'KWD', 'HUF', 'ISK'])('costs what could have been typed into the form in %s', (currency) => {
    for (const { title, resalePrice, originalPrice } of demoBooks) {
      const resale = madeUpPrice(resalePrice, currency)
      expect({ title, ...z.safeEncode(resalePriceIn(currency), resale) }).toMatchObject({ title, success: true })
      expect(resale).toBeLessThan(madeUpPrice(originalPrice, currency))
    }
    expect(formatMoney({ minor: madeUpPrice(1150, 'JPY'), currency: 'JPY' })).toBe('¥1,150')
  })
})

describe('the demo’s people', async () => {
  const dataDir = await aFolder()

  test('keep the passwords that chance gave them, for the owner’s eyes alone', async () => {
    const [people, twin] = await Promise.all([demoAccounts(dataDir), demoAccounts(dataDir)])
    expect(twin).toEqual(people)
    expect(await demoAccounts(dataDir)).toEqual(people)
    expect(people.map(({ role }) => role)).toEqual(['admin', 'seller', 'seller', 'seller', 'buyer', 'buyer'])
    expect(new Set(people.map(({ password }) => password)).size).toBe(6)
    for (const { password } of people) expect(password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
    expect((await stat(path.join(dataDir, 'demo-people.json'))).mode & 0o777).toBe(0o600)
    expect(await readdir(dataDir)).toEqual(['demo-people.json'])
    const elsewhere = await demoAccounts(path.join(dataDir, 'another'))
    expect(elsewhere[0]!.password).not.toBe(people[0]!.password)
  })

  test('are not replaced where their file is damaged', async () => {
    await writeFile(path.join(dataDir, 'demo-people.json'), '[{"role":')
    await expect(demoAccounts(dataDir)).rejects.toThrow('demo-people.json is damaged')
  })
})

describe('a shop with the demo in it', async () => {
  // The journeys' shop has pictures of all thirty.
  const photographed = demoBooks.filter(({ isAdvertised }) => isAdvertised)
  const progress: [number, number, string][] = []
  const shop = await startTestServer()
  const people = await demoAccounts(shop.dataDir)
  const isNew = await seedDemo(servicesOf(shop), people, (...step) => progress.push(step), { photographed })

  const count = async (table: string) => {
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(
      shop.database.db,
    )
    return rows[0]!.n
  }
  const counts = async () => Object.fromEntries(await Promise.all(tables.map(async (t) => [t, await count(t)])))
  const tables = ['accounts', 'books', 'orders', 'payments', 'images']
  const pictureFolders = async () => (await readdir(path.join(shop.dataDir, 'images'))).length
  const filled = { accounts: 6, books: 45, orders: 14, payments: 8, images: 6 }
  const sold = new Set(['The Cartographer of Small Rooms', 'Nine Lives, Alphabetically'])
  const signIn = async ({ email, password }: { email: string; password: string }) =>
    (await askIdentity(shop, 'sign-in/email', { email, password })).status

  test('reports its progress', () => {
    expect(isNew).toBe(true)
    expect(progress).toHaveLength(13)
    expect(progress.at(0)).toEqual([1, 13, 'people'])
    expect(progress.at(-1)).toEqual([13, 13, 'books on the shelves'])
  })

  test('shows books with pictures, newest first, six of them advertised', async () => {
    expect(await counts()).toEqual(filled)
    const { json: books } = await shop.send('GET', '/api/all-books?limit=100')
    expect(books).toHaveLength(34)
    expect(books.map((book: { book_name: string }) => book.book_name)).toEqual(
      demoBooks.filter(({ title }) => !sold.has(title)).map(({ title }) => title),
    )
    const { json: advertised } = await shop.send('GET', '/api/advertise')
    expect(advertised).toHaveLength(6)
    for (const { book_img } of advertised) {
      const picture = await fetch(shop.origin + book_img)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    }
    expect(books.filter((book: { sellerEmailVerified: boolean }) => !book.sellerEmailVerified).length).toBeGreaterThan(
      5,
    )
  })

  test('has people who joined before they listed, bought or sold anything', async () => {
    const { rows } = await sql`
      SELECT email FROM accounts a WHERE created_at >= (SELECT min(created_at) FROM books)
      OR created_at >= (SELECT min(created_at) FROM orders)`.execute(shop.database.db)
    expect(rows).toEqual([])
  })

  test('lets each of its people in, with their own password only', async () => {
    for (const person of people) expect(await signIn(person)).toBe(200)
    expect(await signIn({ ...people[0]!, password: people[1]!.password })).toBe(401)
  })

  test('a second start adds nothing, whatever happened to it since', async () => {
    await sql`UPDATE books SET removed_at = now() WHERE title = 'Ytre'`.execute(shop.database.db)
    expect(await seedDemo(servicesOf(shop), people, silent)).toBe(false)
    expect(await seedDemo(servicesOf(shop), people, silent, { again: true })).toBe(false)
    expect(await counts()).toEqual(filled)
  })

  test('cleared, it leaves what others brought, and nothing of its own; a start leaves it so', async () => {
    const services = servicesOf(shop)
    const { rows } = await sql<{ id: string }>`SELECT id FROM accounts WHERE email = 'priya@example.org'`.execute(
      services.db,
    )
    const stranger = await anAccount(services, 'seller')
    const visitor = await anAccount(services, 'buyer')
    const strangersBook = await aBook(services, stranger)
    await buyBook(services, rows[0]!.id, { bookId: strangersBook, phone: '', meetingLocation: '' })
    const demoBook = await sql<{ id: string }>`SELECT id FROM books WHERE title = 'Owl Hours'`.execute(services.db)
    await buyBook(services, visitor.id, { bookId: demoBook.rows[0]!.id, phone: '', meetingLocation: '' })

    await clearDemo(services, people)
    await clearDemo(services, people)
    expect(await counts()).toEqual({ accounts: 2, books: 1, orders: 0, payments: 0, images: 0 })
    const { json: books } = await shop.send('GET', '/api/all-books')
    expect(books).toMatchObject([{ _id: strangersBook, available: 'unsold' }])
    expect(await pictureFolders()).toBe(0)
    expect(await signIn(people[0]!)).toBe(401)
    expect(await seedDemo(services, people, silent)).toBe(false)
    expect(await count('books')).toBe(1)
  }, 300_000)

  test('asked for again, it comes back; what was begun before a power cut is taken up', async () => {
    const services = servicesOf(shop)
    let steps = 0
    const crash = () => {
      steps += 1
      if (steps === 9) throw new Error('power cut')
    }
    await expect(seedDemo(services, people, crash, { again: true, photographed })).rejects.toThrow('power cut')
    expect(await seedDemo(services, people, silent, { again: true, photographed })).toBe(true)
    expect(await counts()).toEqual({ ...filled, accounts: 8, books: 46 })
    expect(await signIn(people[5]!)).toBe(200)
  }, 300_000)
})

test('a shop that was live once is never filled', async () => {
  const { db, close } = await testDatabase()
  const services = { db, clock: testClock() }
  expect([await keepDemoOut(services), await keepDemoOut(services)]).toEqual([true, true])
  expect(await seedDemo(services as never, [], silent)).toBe(false)
  await close()
})
