import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { rehearseSale } from './rehearse-sale.ts'

const { services, database } = await startTestServer()

/** What a sale changes. */
const all = async () =>
  (
    await sql`SELECT (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM order_events) AS events,
      (SELECT count(*) FROM graphile_worker._private_jobs) AS jobs, (SELECT version FROM catalogue_version) AS version,
      (SELECT array_agg(state) FROM books) AS states`.execute(database.db)
  ).rows

test('a sale for trial leaves nothing; without a copy or a buyer there is none', async () => {
  expect(await rehearseSale(services)).toBeNull()
  const seller = await anAccount(services, 'seller')
  const book = await aBook(services, seller)
  expect(await rehearseSale(services)).toBeNull()
  await anAccount(services, 'buyer')
  const before = await all()
  expect(await rehearseSale(services)).toBe(book)
  expect(await all()).toEqual(before)
})

test('it fails where nothing can be sold', async () => {
  await sql`ALTER TABLE orders ADD CONSTRAINT none_is_sold CHECK (false) NOT VALID`.execute(database.db)
  await expect(rehearseSale(services)).rejects.toThrow('none_is_sold')
})
