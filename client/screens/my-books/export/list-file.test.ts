import { expect, test } from 'vitest'
import { noFacts } from '#contract/books/book-facts.ts'
import type { MyListing } from '#contract/books/my-book-calls.ts'
import { readListRow, type ReadRow } from '#server/books/import/read-list-row.ts'
import { findList, rowsOf } from '#server/books/import/read-list.ts'
import { sourceOf } from '#tests/kit/lists/list-source.ts'
import { fileFormOf, listFile } from './list-file.ts'

const usd = (minor: number) => ({ minor, currency: 'USD' })
const book: MyListing = {
  ...noFacts,
  id: '3f0a2b4c-1111-4222-8333-444455556666',
  title: '=SUM(A1:A9) & "more"',
  author: '@ "Émile", -Rarely-',
  description: 'Two\nlines; one, comma',
  location: '-Harbour',
  condition: 'good',
  yearOfPurchase: 2019,
  resalePrice: usd(1250),
  originalPrice: usd(2400),
  postedAt: new Date('2026-11-22T10:00:00Z'),
  seller: { id: 's', name: 'Ida', emailVerified: true, mobileNumber: '+49 30 123456' },
  state: 'unsold',
  isPaused: false,
  isPausedAlone: false,
  takenDown: null,
  isAdvertised: false,
  images: [],
}

test('no cell begins like a formula', () => {
  const cells = listFile([book]).split(/","|"\r\n"?/)
  expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
})

test('the import reads the file as it was meant', async () => {
  const rules = { currency: 'USD', thisYear: 2026, categories: [], given: {}, makeUpMissing: false }
  const read: ReadRow[] = []
  for await (const line of rowsOf(await findList(sourceOf(listFile([book])))))
    if ('row' in line) read.push(readListRow(line.row, rules))
  const { title, author, description, location, condition, yearOfPurchase } = book
  expect(read).toMatchObject([
    {
      kind: 'book',
      book: {
        title,
        author,
        description,
        location,
        condition,
        yearOfPurchase,
        resalePrice: 1250,
        originalPrice: 2400,
        mobileNumber: '+49 30 123456',
      },
    },
  ])
})

test('where a comma stands before the cents, cells are separated by semicolons', () => {
  const [, row = ''] = listFile([book], fileFormOf('de-DE')).split('\r\n')
  expect(row).toContain(';"12,50";')
  expect(fileFormOf('en-US')).toEqual({ separator: ',', decimalMark: '.' })
})
