import { expect, test } from 'vitest'
import { joinPages, readShelfPlace, stateAfter } from './shelf-place.ts'

test('a walk down the list is kept in the history, page by page', () => {
  const first = readShelfPlace('', null)
  expect(first).toEqual({ trail: [], current: null })
  const second = readShelfPlace('?cursor=a', stateAfter(first))
  expect(second).toEqual({ trail: [null], current: 'a' })
  expect(readShelfPlace('?cursor=b', stateAfter(second))).toEqual({ trail: [null, 'a'], current: 'b' })
})

test.each([null, 'text', 7, { trail: 'a' }, { other: 1 }])('a link from elsewhere shows its own page: %j', (state) => {
  expect(readShelfPlace('?cursor=b', state)).toEqual({ trail: [], current: 'b' })
})

test('an empty cursor is the beginning, and what is no cursor is left out', () => {
  expect(readShelfPlace('?cursor=', { trail: [null, 3, 'a'] })).toEqual({ trail: [null, 'a'], current: null })
})

test('a book that moved to the next page between two readings stands there once', () => {
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  expect(joinPages([{ items: [a, b] }, { items: [b, c] }])).toEqual([a, b, c])
})
