import { expect, test } from 'vitest'
import { editsOf } from './generate.ts'

/** Result of each edit on the text, one per line. */
const made = (text: string) =>
  editsOf('file.ts', text).map(({ start, end, replace }) => text.slice(0, start) + replace + text.slice(end))

test.each([
  ['if (isOpen) close()', ['if (!(isOpen)) close()', 'if (isOpen) ;']],
  ['const few = count < most', ['const few = count <= most']],
  ['const both = one && other as boolean', ['const both = one || other as boolean']],
  ['await send({ retry: 3 })', [';', 'await send({ retry: 6 })']],
  ['const first: 1 | undefined = rows[0]!', []],
])('%s may become something else', (text, others) => {
  expect(made(text)).toEqual(others)
})

test('of a statement each condition and each lock may go', () => {
  const statement = (where: string) => `sql\`SELECT a FROM b ${where}\``
  expect(
    made(statement('WHERE c = ${id} AND (d BETWEEN 1 AND 2 OR e) ORDER BY a LIMIT 1 FOR UPDATE SKIP LOCKED')),
  ).toEqual([
    statement('WHERE true AND (d BETWEEN 1 AND 2 OR e) ORDER BY a LIMIT 1 FOR UPDATE SKIP LOCKED'),
    statement('WHERE c = ${id} AND true ORDER BY a LIMIT 1 FOR UPDATE SKIP LOCKED'),
    statement('WHERE c = ${id} AND (d BETWEEN 1 AND 2 OR e) ORDER BY a LIMIT 1 '),
  ])
  expect(made(statement("WHERE id IN (SELECT id FROM f WHERE g = 'AND') AND h"))).toEqual([
    statement('WHERE true AND h'),
    statement('WHERE id IN (SELECT id FROM f WHERE true) AND h'),
    statement("WHERE id IN (SELECT id FROM f WHERE g = 'AND') AND true"),
  ])
})
