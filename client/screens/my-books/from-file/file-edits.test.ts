import { expect, test } from 'vitest'
import { batchesOf, sentOf, sortedEdits, undoingOf, type Edit } from './file-edits.ts'

const edit = (book: string, changes: Edit['preview']['changes'], reasons: string[] = []): Edit => ({
  row: { line: 2, id: book, says: { book_name: 'Typed' }, cells: [] },
  preview: { book, title: 'Known', revision: 3, changes, reasons },
})
const change = { field: 'resalePrice', from: '2.00', to: '1.00' } as const

test('requests hold no more than a hundred rows, and no more than the server takes', () => {
  expect(batchesOf(Array.from({ length: 201 }, (_, place) => place)).map((batch) => batch.length)).toEqual([
    100, 100, 1,
  ])
  const large = Array.from({ length: 5 }, () => 'x'.repeat(70_000))
  expect(batchesOf(large).map((batch) => batch.length)).toEqual([2, 2, 1])
  expect(batchesOf([])).toEqual([])
})

test('rows are those that change a book, those that can’t, and the rest', () => {
  const { changing, refused, same } = sortedEdits([edit('a', [change]), edit('b', [change], ['Sold.']), edit('c', [])])
  expect(changing.map(({ row }) => row.id)).toEqual(['a'])
  expect(refused).toMatchObject([{ line: 2, title: 'Known', reason: 'Sold.' }])
  expect(same).toBe(1)
})

test('what was changed is taken back, from the revision it has now', () => {
  const [a, b] = [edit('a', [change]), edit('b', [change])]
  expect(sentOf(a)).toEqual({ book: 'a', revision: 3, says: { resalePrice: '1.00' } })
  expect(undoingOf([a, b], [{ book: 'a', revision: 4 }])).toEqual([
    { book: 'a', revision: 4, says: { resalePrice: '2.00' } },
  ])
})
