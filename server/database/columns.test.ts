import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import {
  asJson,
  cleared,
  fieldsOf,
  flag,
  integer,
  minorUnits,
  namesOf,
  oneOf,
  orNull,
  recordset,
  rowFromJson,
  selected,
  text,
  texts,
  time,
  valuesFor,
  type RowOf,
} from './columns.ts'

const database = await testDatabase()
const { db } = database

const columns = {
  title: text('title'),
  binding: orNull(oneOf('book_binding', ['paper', 'cloth'])),
  price: minorUnits('price'),
  isSold: flag('is_sold'),
  images: texts('images'),
  postedAt: time('created_at'),
}
const row: RowOf<typeof columns> = {
  title: 'It’s “Salt”, $1; -- \\',
  binding: 'cloth',
  price: 1250,
  isSold: true,
  images: ['a,b', '{"c"}'],
  postedAt: new Date('2026-02-03T04:05:06.789Z'),
}
const bare = { ...row, title: '', binding: null, isSold: false, images: [] }

beforeAll(async () => {
  await sql`CREATE TABLE shelf (title text, book_binding text, price integer, is_sold boolean, images text[],
    created_at timestamptz)`.execute(db)
})
const all = async () => (await sql`SELECT ${selected(columns, 's')} FROM shelf s ORDER BY title DESC`.execute(db)).rows

test('rows go in one by one or as a set, and come out the same', async () => {
  for (const one of [row, bare])
    await sql`INSERT INTO shelf (${namesOf(columns)}) VALUES (${valuesFor(columns, one)})`.execute(db)
  expect(await all()).toEqual([row, bare])
  await sql`DELETE FROM shelf`.execute(db)
  await sql`
    INSERT INTO shelf (${namesOf(columns)})
    SELECT ${fieldsOf('given', columns)} FROM ${recordset('given', columns, [row, bare])}`.execute(db)
  expect(await all()).toEqual([row, bare])
  const instead = { price: sql`given.price + 1` }
  const { rows } = await sql`
    SELECT ${fieldsOf('given', { price: columns.price }, instead)} FROM ${recordset('given', columns, [row])}`.execute(
    db,
  )
  expect(rows).toEqual([{ '?column?': 1251 }])
})

test('values may be expressions, and cleared columns are null', async () => {
  const made = { ...row, title: sql`upper(${'expressed'})` }
  await sql`INSERT INTO shelf (${namesOf(columns)}) VALUES (${valuesFor(columns, made)})`.execute(db)
  const { title } = columns
  const read = () =>
    sql`SELECT ${selected({ title }, 's')} FROM shelf s WHERE title IS NULL OR title = 'EXPRESSED'`.execute(db)
  expect((await read()).rows).toEqual([{ title: 'EXPRESSED' }])
  await sql`UPDATE shelf SET ${cleared({ title, price: columns.price })} WHERE title = 'EXPRESSED'`.execute(db)
  expect((await read()).rows).toEqual([{ title: null }])
})

test('a row survives the way through JSON', async () => {
  const { rows } = await sql<{ kept: unknown }>`
    SELECT ${asJson(columns)} AS kept FROM ${recordset('shelf', columns, [row])},
      LATERAL (SELECT shelf."binding" AS book_binding, shelf."isSold" AS is_sold, shelf."postedAt" AS created_at) named`.execute(
    db,
  )
  expect(rowFromJson(columns, rows[0]!.kept, { price: 0, postedAt: new Date(0) })).toEqual(row)
})

test.each([
  ['nothing', null],
  ['a list', ['x']],
  ['a text', 'x'],
  ['nonsense', { title: 7, binding: 'glue', price: -1, isSold: 'yes', images: 'a', postedAt: 'now' }],
])('%s reads as what was said for it, or as empty', (_, kept) => {
  const otherwise = { title: 'Unknown', price: 5, postedAt: new Date(1) }
  const nothingKnown = { ...otherwise, binding: null, isSold: false, images: [] }
  expect(rowFromJson(columns, kept, otherwise)).toEqual(nothingKnown)
})

test('a missing column without an empty value needs a fallback, and unknown keys are dropped', () => {
  // @ts-expect-error a price is never empty
  expect(rowFromJson({ price: columns.price }, { price: 3 }, {})).toEqual({ price: 3 })
  expect(rowFromJson({ year: integer('year') }, { year: 3, more: 1 }, { year: 0 })).toEqual({ year: 3 })
})

test('a name that would need escaping is refused', () => {
  expect(() => selected({ title: text('title" FROM accounts --') })).toThrow('no name of a column')
})
