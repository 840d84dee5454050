import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aBook, anAccount, buyNowBody, freshToken } from '#tests/kit/accounts-and-books.ts'
import { freezable } from '#tests/kit/faults/freezable-database.ts'
import { askIdentity } from '#tests/kit/proven-account.ts'
import { startRenderedShop } from '#tests/kit/rendered-shop.ts'
import { problemOf } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'

// Two shops on one database, as two processes; the second can be cut off from it.
const shop = await startRenderedShop()
const database = await freezable(shop.database)
const other = await startRenderedShop({ database, dataDir: shop.dataDir })
afterAll(database.thaw)

const seller = await anAccount(shop.services, 'seller')
const buyer = await anAccount(shop.services, 'buyer')
const book = await aBook(shop.services, seller, { title: 'Before the silence' })
await shop.send('PUT', `/api/my-books/${book}`, { token: seller.token, body: { advertise: 'true' } })

const page = (path: string) => other.send('GET', path, { headers: { accept: 'text/html' } })

test('a frozen database costs one reader its patience; nothing old is shown, nothing is half done, and it ends at once', async () => {
  const token = await freshToken(other.services, buyer.id)
  // In its memory, as it was.
  await until(async () => {
    const { text } = await page('/advertises')
    return text.includes('Before the silence') && other.answered.at(-1)?.isFromCache === true
  })
  await other.send('GET', '/api/my-orders', { token })
  database.freeze()
  // A write alone: it asks who is asking before it begins, on a connection that was there before.
  expect((await other.send('POST', '/api/buy-now', { token, body: buyNowBody(book) })).status).toBe(503)
  expect(other.database.breaker.isOpen).toBe(true)
  // One after the other; each would wait for 11 to 17 seconds.
  for (let turn = 0; turn < 10; turn += 1) {
    const refused = await other.send('GET', '/api/advertise')
    expect(problemOf(refused)).toMatchObject({ status: 503, code: 'unavailable' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(other.logged.filter((line) => line.includes('the database is silent'))).toHaveLength(1)

  // A write through another instance is acknowledged; this instance is cut off and can't know.
  await sql`UPDATE books SET title = 'During the silence' WHERE id = ${book}`.execute(shop.database.db)
  for (const path of ['/advertises', '/', '/api/advertise', `/advertise/${book}`, '/all-products.atom']) {
    const { text } = await page(path)
    expect([path, text.includes('Before the silence')]).toEqual([path, false])
  }
  const refused = [
    await other.send('GET', '/api/my-orders', { token }),
    await other.send('POST', '/api/buy-now', { token, body: buyNowBody(book) }),
    await askIdentity(other, 'sign-in/email', { email: 'ann@example.org', password: 'correct horse 9' }),
    await other.send('GET', '/api/ready'),
  ]
  for (const answer of refused) expect(problemOf(answer)).toMatchObject({ status: 503, code: 'unavailable' })

  // What doesn't depend on the catalogue is there.
  for (const path of ['/about', '/terms', '/blogs', '/login', '/api/health', '/api/config'])
    expect([path, (await page(path)).status]).toEqual([path, 200])
  expect((await page('/no/such/page')).status).toBe(404)

  database.thaw()
  await until(async () => (await other.send('GET', '/api/ready')).status === 200)
  expect((await page('/advertises')).text).toContain('During the silence')
  expect((await page('/api/advertise')).text).toContain('During the silence')
  // Refused means that nothing was written.
  const { json: orders } = await other.send('GET', '/api/my-orders', { token })
  expect(orders).toEqual([])
  const bought = await other.send('POST', '/api/buy-now', { token, body: buyNowBody(book) })
  expect(bought.status).toBe(200)
  expect(other.logged.join('\n')).toContain('the database answers again')
})
