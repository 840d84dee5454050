import { expect, test } from 'vitest'
import { toBook } from './onward-link.ts'

test('nobody is sent to the page of a book that has none any more', () => {
  const book = { id: 'b1' }
  expect(toBook({ book, isBookGone: false }).to).toBe('/advertise/b1')
  expect(toBook({ book, isBookGone: true }).to).toBe('/dashboard/my-orders')
})
