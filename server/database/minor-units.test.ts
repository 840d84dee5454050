import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/kit/database.ts'
import { migrate } from './migrate.ts'

// A shop as it was before its amounts were counted by currency.
const HOUSE = 'server/database/migrations'
let folder: string
let database: TestDatabase
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dogear-migrations-'))
  database = await testDatabase({ migrated: false })
  for (const file of await readdir(HOUSE)) if (file < '0008') await cp(path.join(HOUSE, file), path.join(folder, file))
  await migrate(database.pool, folder)
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await database.pool.query<Row>(text, values)).rows

async function aBookWithOrders(currency: string) {
  const [seller] = await query<{ id: string }>(
    'INSERT INTO accounts (identity_id, email) VALUES ($1, $1) RETURNING id',
    [`${currency}@example.org`.toLowerCase()],
  )
  const [book] = await query<{ id: string }>(
    `INSERT INTO books (seller_id, title, author, original_price, resale_price, currency, year_of_purchase)
    VALUES ($1, 'Salt', 'Ann', 240050, 120000, $2, 2019) RETURNING id`,
    [seller!.id, currency],
  )
  for (const state of ['cancelled', 'paid'])
    await query(
      `INSERT INTO orders (book_id, buyer_id, seller_id, state, book_snapshot, amount, currency, pay_by)
      VALUES ($1, $2, $2, $3, '{"title": "Salt", "originalPrice": 240050, "resalePrice": 120000}', 120000, $4, now())`,
      [book!.id, seller!.id, state, currency],
    )
}

test('amounts of before are counted by their currency, but what was charged stays as it was charged', async () => {
  for (const currency of ['JPY', 'USD', 'KWD']) await aBookWithOrders(currency)
  await cp(path.join(HOUSE, '0008-minor-units.sql'), path.join(folder, '0008-minor-units.sql'))
  expect(await migrate(database.pool, folder)).toEqual(['0008-minor-units.sql'])
  expect(
    await query('SELECT currency, original_price AS original, resale_price AS resale FROM books ORDER BY currency'),
  ).toEqual([
    { currency: 'JPY', original: 2401, resale: 1200 },
    { currency: 'KWD', original: 2_400_500, resale: 1_200_000 },
    { currency: 'USD', original: 240_050, resale: 120_000 },
  ])
  const snapshot = (originalPrice: number, resalePrice: number) => ({ title: 'Salt', originalPrice, resalePrice })
  const before = { amount: 120_000, snapshot: snapshot(240_050, 120_000) }
  expect(
    await query('SELECT currency, state, amount, book_snapshot AS snapshot FROM orders ORDER BY currency, state'),
  ).toEqual([
    { currency: 'JPY', state: 'cancelled', amount: 1200, snapshot: snapshot(2401, 1200) },
    { currency: 'JPY', state: 'paid', ...before },
    { currency: 'KWD', state: 'cancelled', amount: 1_200_000, snapshot: snapshot(2_400_500, 1_200_000) },
    { currency: 'KWD', state: 'paid', ...before },
    { currency: 'USD', state: 'cancelled', ...before },
    { currency: 'USD', state: 'paid', ...before },
  ])
})
