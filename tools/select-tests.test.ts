import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run-step.ts'
import { listTestFiles, selectTests } from './select-tests.ts'

const files = [
  'contract/books/books.test.ts',
  'server/books/isbn.test.ts',
  'server/orders/buy-book.test.ts',
  'server/orders/orders.test.ts',
  'tests/import-rules.test.ts',
  'tests/journeys/orders/buyer.spec.ts',
]
const select = (...words: string[]) => selectTests(files, words)

test.each([
  ['a file', 'server/books/isbn.test.ts', ['server/books/isbn.test.ts'], []],
  ['from here, or in full', './server/books/isbn.test.ts', ['server/books/isbn.test.ts'], []],
  [
    'by its full path',
    path.join(root, 'tests/journeys/orders/buyer.spec.ts'),
    [],
    ['tests/journeys/orders/buyer.spec.ts'],
  ],
  ['a folder', 'server/orders', ['server/orders/buy-book.test.ts', 'server/orders/orders.test.ts'], []],
  ['a folder of both kinds', 'tests/', ['tests/import-rules.test.ts'], ['tests/journeys/orders/buyer.spec.ts']],
  ['a source file', 'server/orders/buy-book.ts', ['server/orders/buy-book.test.ts'], []],
  [
    'a part of names',
    'book',
    ['contract/books/books.test.ts', 'server/books/isbn.test.ts', 'server/orders/buy-book.test.ts'],
    [],
  ],
])('%s: %s', (_what, word, vitest, playwright) => {
  expect(select(word)).toEqual({ vitest, playwright, unknown: [] })
})

test('words without a match are reported; what two of them name is run once', () => {
  expect(select('server/orders/buy-book.test.ts', 'buy-book', 'gone.test.ts')).toEqual({
    vitest: ['server/orders/buy-book.test.ts'],
    playwright: [],
    unknown: ['gone.test.ts'],
  })
})

test('the checkout’s own are found, of both kinds', async () => {
  const found = await listTestFiles()
  expect(found).toContain('tools/select-tests.test.ts')
  expect(found.some((file) => file.endsWith('.spec.ts'))).toBe(true)
  expect(found.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})
