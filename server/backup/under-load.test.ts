import { stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { openArchive } from '#server/backup/read-archive.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { takeBackup } from '#server/backup/take-backup.ts'
import { makeIdentityTables } from '#server/open-shop.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { anOrderPaidAtTheProvider } from '#tests/kit/paying.ts'
import { anAccount, type TestAccount, productBody } from '#tests/kit/accounts-and-books.ts'
import { aPicture } from '#tests/kit/pictures.ts'
import { startTestServer, type TestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'

/** Writes that the shop has acknowledged. */
interface Acknowledged {
  picture: string
  book: string
  order: string
  buyer: TestAccount
}

async function acknowledged(response: Promise<{ status: number; text: string; json: unknown }>): Promise<never> {
  const { status, text, json } = await response
  if (status !== 200) throw new Error(text)
  return json as never
}

/** Lists a copy with a new photo, buys and pays it, as browsers do. */
async function listAndBuy(shop: TestServer, seller: TestAccount): Promise<Acknowledged> {
  const { send } = shop
  const buyer = await anAccount(shop.services, 'buyer')
  const form = new FormData()
  form.set('image', new Blob([await aPicture()], { type: 'image/png' }), 'cover.png')
  const stored: { data: { url: string } } = await acknowledged(
    send('POST', '/api/images', { token: seller.token, body: form }),
  )
  const added: { insertedId: string } = await acknowledged(
    send('POST', '/api/add-product', {
      token: seller.token,
      body: {
        ...productBody,
        condition: 'good',
        category_name: 'novel-book',
        book_img: stored.data.url,
        description: 'A quiet novel.\nWith two lines, a tab\t, a backslash \\ and “marks”.',
      },
    }),
  )
  const { order } = await anOrderPaidAtTheProvider(shop, { seller, buyer, book: added.insertedId })
  await acknowledged(send('PUT', `/api/makeorderpaid/${order.id}`, { token: buyer.token, body: { isPaid: true } }))
  return { picture: stored.data.url, book: added.insertedId, order: order.id, buyer }
}

/** Inconsistencies in the whole database. */
async function inconsistencies({ database: { db } }: TestServer): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT o.id FROM orders o LEFT JOIN books b ON b.id = o.book_id
    WHERE b.id IS NULL OR (o.state IN ('claimed', 'paid')) <> (b.state <> 'unsold')
    UNION ALL
    SELECT b.id FROM books b CROSS JOIN unnest(b.images) AS shown (url)
    WHERE NOT EXISTS (SELECT 1 FROM images i WHERE i.url = shown.url)
    UNION ALL
    SELECT o.id FROM orders o WHERE o.state = 'claimed' AND NOT EXISTS (
      SELECT 1 FROM graphile_worker._private_jobs j WHERE j.payload ->> 'orderId' = o.id::text)`.execute(db)
  return rows
}

test('a backup taken while books are listed and bought has all that was acknowledged before, and fits together', async () => {
  const shop = await startTestServer()
  const seller = await anAccount(shop.services, 'seller')
  const ledger: Acknowledged[] = []
  const stopping = new AbortController()
  const load = [1, 2].map(async () => {
    while (!stopping.signal.aborted) ledger.push(await listAndBuy(shop, seller))
  })
  await Promise.race([until(() => ledger.length >= 6), ...load])

  const before = [...ledger]
  const file = path.join(await aFolder(), 'shop.tar.gz')
  const { rows, pictures, lost } = await takeBackup({ databaseUrl: shop.database.url, dataDir: shop.dataDir }, file, {
    now: shop.clock.now(),
  })
  const during = ledger.length
  await Promise.race([until(() => ledger.length > during), ...load])
  stopping.abort()
  await Promise.all(load)
  expect(rows).toBeGreaterThan(before.length * 3)
  expect(pictures).toBeGreaterThanOrEqual(before.length)
  expect(lost).toEqual([])
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const database = await testDatabase({ migrated: false })
  const dataDir = path.join(await aFolder(), 'restored')
  await restoreBackup(
    file,
    { dataDir, database: { kind: 'server', url: database.url } },
    { makeIdentityTables, say: () => {} },
  )
  const again = path.join(await aFolder(), 'again.tar.gz')
  await takeBackup({ databaseUrl: database.url, dataDir }, again, { now: shop.clock.now() })
  expect(await contentsOf(again)).toEqual(await contentsOf(file))

  const restored = await startTestServer({ database, dataDir })
  expect(await inconsistencies(restored)).toEqual([])
  for (const { picture, book, order, buyer } of before) {
    const mine = await restored.send('GET', `/api/my-orders/${order}`, { token: buyer.token })
    expect(mine.json).toMatchObject({ state: 'paid' })
    expect((await restored.send('GET', `/api/advertise/${book}`)).json).toMatchObject({ available: 'sold' })
    expect((await restored.send('GET', picture)).status).toBe(200)
  }
  // Rows that got in while the backup began have their pictures, too.
  const { rows: shown } = await sql<{ url: string }>`SELECT DISTINCT unnest(images) AS url FROM books`.execute(
    restored.database.db,
  )
  for (const { url } of shown) expect((await restored.send('GET', url)).status).toBe(200)
  // The restored shop goes on selling.
  await listAndBuy(restored, seller)
})

/** Tables with counts and hashes. */
async function contentsOf(file: string) {
  const archive = await openArchive(file)
  for await (const _ of archive.entries);
  return archive.end().tables
}
