import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { emptyIndex } from '#tests/kit/search/empty-index.ts'
import { listTitles, seeded, type Title } from '#tests/kit/search/real-titles.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { beginIndex, indexBooks } from '../index-books.ts'

const server = await startTestServer()
const { services, send, clock } = server
const { db } = services
const seller = await anAccount(services, 'seller')
const admin = await anAccount(services, 'admin')
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

describe('an admin’s decision', () => {
  const list = async (title: string, author = 'Ada Wren', isbn: string | null = null) => {
    const id = await aBook(services, seller, { title, author, isbn })
    await indexBooks(services)
    return id
  }
  const isOne = async (one: string, other: string) => {
    await indexBooks(services)
    const { rows } = await sql`
      SELECT DISTINCT work_id FROM search.books WHERE book_id = ANY(${[one, other]}::uuid[])`.execute(db)
    return rows.length === 1
  }
  const decide = (listing: string, other: string, answer: string) =>
    send('POST', '/api/same-books', { token: admin.token, body: { listing, other, answer } })
  const decisions = async () => (await send('GET', '/api/same-books', { token: admin.token })).json

  test('joins two books, for other copies too, through a rebuild, until it is undone', async () => {
    const [stone, sorcerer] = [await list('The Tall Stone'), await list('The Sorcerer and the Stone')]
    expect(await isOne(stone, sorcerer)).toBe(false)
    // An address has the id, too.
    expect((await decide(`https://club.example/advertise/${stone}/the-tall-stone`, sorcerer, 'same')).status).toBe(200)
    expect((await decide(stone, sorcerer, 'same')).status).toBe(200)
    expect(await isOne(stone, sorcerer)).toBe(true)
    const later = await list('Tall Stone, The', 'Wren, Ada', '9780590353427')
    expect(await isOne(later, sorcerer)).toBe(true)
    const grown = await contents()
    expect(await rebuilt()).toEqual(grown)
    const [made, ...none] = await decisions()
    expect([made.answer, made.one.title, made.other.title, none]).toEqual([
      'same',
      'The Tall Stone',
      'The Sorcerer and the Stone',
      [],
    ])
    clock.advance(1)
    for (const _time of [1, 2])
      expect((await send('POST', `/api/same-books/${made.id}/undo`, { token: admin.token })).status).toBe(200)
    expect([await isOne(stone, sorcerer), await isOne(stone, later), await decisions()]).toEqual([false, true, []])
    const log = (await send('GET', '/api/audit-log', { token: admin.token })).json.map(
      ({ kind }: { kind: string }) => kind,
    )
    expect(log.slice(0, 2)).toEqual(['works_left_to_rules', 'works_joined'])
  })

  test('parts two books, and takes the place of the one before', async () => {
    const [one, other] = [await list('Low Tide', 'Ada Wren'), await list('Low Tide: A Novel', 'A. Wren')]
    expect(await isOne(one, other)).toBe(true)
    await decide(other, one, 'different')
    expect(await isOne(one, other)).toBe(false)
    const grown = await contents()
    expect(await rebuilt()).toEqual(grown)
    await decide(one, other, 'same')
    expect(await isOne(one, other)).toBe(true)
    expect((await decisions()).map(({ answer }: { answer: string }) => answer)).toEqual(['same'])
  })

  test('is refused for listings that are gone, or say the same', async () => {
    const [one, same] = [await list('High Tide'), await list('High Tide')]
    expect((await decide(one, same, 'different')).json).toMatchObject({ code: 'listings_alike' })
    expect((await decide(one, crypto.randomUUID(), 'same')).status).toBe(404)
    expect((await decide(one, 'High Tide', 'same')).status).toBe(422)
  })
})
