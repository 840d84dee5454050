import { expect, test } from 'vitest'
import { toBook } from './next-place.ts'

test('nobody is sent to the page of a book that went with its seller’s account', () => {
  const book = { id: 'b1' }
  expect(toBook({ book, isSellerClosed: false }).to).toBe('/advertise/b1')
  expect(toBook({ book, isSellerClosed: true }).to).toBe('/dashboard/my-orders')
})
