import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aBook, anAccount, buyNowBody } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { foldCategoryCounts, listCategoryRows } from './categories.public.ts'

const server = await startTestServer({ connections: 30 })
const { services, send, database } = server
const { db } = database

const kept = async () =>
  Object.fromEntries((await listCategoryRows(db)).map(({ slug, unsoldCount }) => [slug, unsoldCount]))

/** Counted one by one, and what is kept, in one look. */
async function compare(): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await sql<{ slug: string; found: number }>`
        SELECT c.slug, count(b.id)::int AS found FROM categories c
        LEFT JOIN books b ON b.category = c.slug AND b.state = 'unsold' AND b.removed_at IS NULL
          AND NOT b.is_paused GROUP BY c.slug`.execute(tx)
      const shown = (await listCategoryRows(tx)).map(({ slug, unsoldCount }) => ({ slug, found: unsoldCount }))
      expect(shown.toSorted(bySlug)).toEqual(rows.toSorted(bySlug))
    })
}
const bySlug = (a: { slug: string }, b: { slug: string }) => a.slug.localeCompare(b.slug)

test('the kept counts are exact after every kind of write, folded or not', async () => {
  const [seller, buyer] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
  const before = await kept()
  const novel = await aBook(services, seller, { category: 'novel-book' })
  await aBook(services, seller, { category: 'novel-book' })
  await aBook(services, seller, { category: null })
  expect(await kept()).toEqual({ ...before, 'novel-book': before['novel-book']! + 2 })
  await foldCategoryCounts(db)
  await send('PUT', `/api/my-books/${novel}`, { token: seller.token, body: { advertise: 'true' } })
  const bought = await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(novel) })
  expect(await kept()).toEqual({ ...before, 'novel-book': before['novel-book']! + 1 })
  await send('POST', `/api/my-orders/${bought.json.insertedId}/cancel`, { token: buyer.token })
  await send('DELETE', `/api/my-books/${novel}`, { token: seller.token })
  await foldCategoryCounts(db)
  await send('POST', `/api/my-books/${novel}/restore`, { token: seller.token })
  expect(await kept()).toEqual({ ...before, 'novel-book': before['novel-book']! + 2 })
  await sql`UPDATE books SET category = 'cook-book' WHERE id = ${novel}`.execute(db)
  await sql`DELETE FROM books WHERE seller_id = ${seller.id} AND id <> ${novel}`.execute(db)
  expect(await kept()).toEqual({ ...before, 'cook-book': before['cook-book']! + 1 })
  await compare()
})

test('and under concurrent writes, with the sums folded all the while: nobody waits for anybody, nothing is lost', async () => {
  const sellers = await Promise.all(Array.from({ length: 6 }, () => anAccount(services, 'seller')))
  const shelves = ['novel-book', 'story-book', 'cook-book', null] as const
  const [looking, folding] = [{ goesOn: true }, { goesOn: true }]
  const looks = (async () => {
    while (looking.goesOn) await compare()
  })()
  const folds = [1, 2].map(async () => {
    while (folding.goesOn) await foldCategoryCounts(db)
  })
  await Promise.all(
    sellers.map(async (seller, turn) => {
      for (let round = 0; round < 12; round++) {
        const book = await aBook(services, seller, { category: shelves[(turn + round) % 4]! })
        if (round % 4 === 3)
          await send('PUT', '/api/my-books', { token: seller.token, body: { isPaused: turn % 2 === round % 2 } })
        if (round % 3 === 0) await send('DELETE', `/api/my-books/${book}`, { token: seller.token })
        if (round % 3 === 1)
          // Both at once move a copy from one category to another.
          await db.transaction().execute(async (tx) => {
            await sql`UPDATE books SET category = ${shelves[round % 3]} WHERE id = ${book}`.execute(tx)
            await aBook({ ...services, db: tx }, seller, { category: shelves[turn % 3]! })
          })
      }
    }),
  )
  looking.goesOn = false
  folding.goesOn = false
  await Promise.all([looks, ...folds])
  await compare()
  await foldCategoryCounts(db)
  expect((await sql`SELECT 1 FROM category_count_changes`.execute(db)).rows).toEqual([])
  await compare()
})
