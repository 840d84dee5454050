import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { emptyIndex } from '#tests/kit/search/empty-index.ts'
import { listTitles, seeded, type Title } from '#tests/kit/search/real-titles.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { beginIndex, indexBooks } from '../index-books.ts'

const server = await startTestServer()
const { services } = server
const { db } = services
const seller = await anAccount(services, 'seller')
const random = seeded(40)

const pairs = await readFile(`${import.meta.dirname}/works.pairs.json`, 'utf8')
const listed: Title[] = Object.values(JSON.parse(pairs) as Record<string, Record<string, Partial<Title>[][]>>)
  .flatMap((half) => Object.values(half).flat(2))
  .map(({ title = '', author = '', isbn = null }) => ({ title, author, isbn }))

/** Each work's title, author, words, sums and copies; and the dictionary. */
async function contents(): Promise<unknown[]> {
  const copies = sql`ARRAY(SELECT book_id FROM search.books s WHERE s.work_id = w.id ORDER BY book_id)`
  const works = await sql`
    SELECT title, author, words::text, for_sale, facts, ${copies} AS copies FROM search.works w ORDER BY copies`.execute(
    db,
  )
  const words = await sql`SELECT word, works FROM search.words ORDER BY word`.execute(db)
  const loose = await sql`
    SELECT form_id FROM search.form_blocks b WHERE NOT EXISTS (SELECT FROM search.forms f WHERE f.id = b.form_id)`.execute(
    db,
  )
  expect(loose.rows).toEqual([])
  return [...works.rows, ...words.rows]
}

async function rebuilt(): Promise<unknown[]> {
  await emptyIndex(db)
  await beginIndex(services)
  await indexBooks(services)
  return contents()
}

const someOf = <Item>(items: readonly Item[], share: number) => items.filter(() => random() < share)

test('works are those of a fresh index, whatever was listed, renamed and removed in between', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    // oxlint-disable no-await-in-loop -- one after the other
    await listTitles(db, seller.id, someOf(listed, 0.4))
    await indexBooks(services)
    const { rows } = await sql<{ id: string }>`SELECT id FROM books ORDER BY title, author, id`.execute(db)
    const [renamed, removed] = [someOf(rows, 0.1), someOf(rows, 0.3)]
    const title = listed[turn]!.title
    await sql`UPDATE books SET title = ${title} WHERE id = ANY(${renamed.map(({ id }) => id)}::uuid[])`.execute(db)
    await sql`DELETE FROM books WHERE id = ANY(${removed.map(({ id }) => id)}::uuid[])`.execute(db)
    await indexBooks(services)
    // oxlint-enable no-await-in-loop
  }
  const grown = await contents()
  expect(grown.length).toBeGreaterThan(200)
  expect(await rebuilt()).toEqual(grown)
})

test('a work that only one form held together comes apart when that is gone', async () => {
  const of = (author: string) => ({ title: 'Good Omens Again', author, isbn: null })
  await listTitles(db, seller.id, [of('Neil Gaiman'), of('Terry Pratchett'), of('Terry Pratchett, Neil Gaiman')])
  await indexBooks(services)
  const sizes = async () => {
    const { rows } = await sql<{ copies: number }>`
      SELECT count(*)::int AS copies FROM search.works w JOIN search.books s ON s.work_id = w.id
      WHERE w.main_title = 'good omens again' GROUP BY w.id ORDER BY copies`.execute(db)
    return rows.map(({ copies }) => copies)
  }
  expect(await sizes()).toEqual([3])
  await sql`DELETE FROM books WHERE title = 'Good Omens Again' AND author LIKE 'Terry%Neil%'`.execute(db)
  await indexBooks(services)
  expect(await sizes()).toEqual([1, 1])
})
