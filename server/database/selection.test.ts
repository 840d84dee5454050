import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { integer, text } from './columns.ts'
import { columnsUnder, select, type SelectedRow } from './selection.ts'

const database = await testDatabase({ max: 1, migrated: false })

const selection = {
  ...columnsUnder({ title: text('book_title'), year: integer('year') }, 'b'),
  isOld: sql<boolean>`b.year < ${sql.lit(1950)}`,
}

test('a selection gives rows of its names, from columns and from expressions', async () => {
  const { rows } = await sql<SelectedRow<typeof selection>>`
    SELECT ${select(selection)} FROM (VALUES ('1984', 1949)) b(book_title, year)`.execute(database.db)
  expect(rows).toEqual([{ title: '1984', year: 1949, isOld: true }] satisfies SelectedRow<typeof selection>[])
})

test('an expression with a parameter is refused: its text is made once', () => {
  expect(() => select({ isOld: sql<boolean>`b.year < ${1950}` })).toThrow('no parameters')
})
