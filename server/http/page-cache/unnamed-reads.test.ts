import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { startRenderedShop } from '#tests/kit/rendered-shop.ts'
import { until } from '#tests/kit/until.ts'

test('a page whose read names no buckets is forgotten by every change', async () => {
  const { services, reads, origin, answered } = await startRenderedShop()
  const isFromCache = async () => {
    const before = answered.length
    await (await fetch(`${origin}/advertises`)).text()
    await until(() => answered.length > before)
    return answered.at(-1)!.isFromCache
  }
  const seller = await anAccount(services, 'seller')
  const { listAdvertisedBooks } = reads
  expect([await isFromCache(), await isFromCache()]).toEqual([false, true])
  await aBook(services, seller)
  expect(await isFromCache()).toBe(true)
  reads.listAdvertisedBooks = async () => {
    await sql`SELECT count(*) FROM categories`.execute(services.db)
    return listAdvertisedBooks()
  }
  await sql`UPDATE books SET is_advertised = true, advertised_at = now()`.execute(services.db)
  expect([await isFromCache(), await isFromCache()]).toEqual([false, true])
  await aBook(services, seller)
  expect(await isFromCache()).toBe(false)
})
