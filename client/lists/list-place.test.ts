import { expect, test } from 'vitest'
import { bookSorts } from '#contract/sorts.ts'
import { chosenSort, joinPages, readListPlace, searchOfSort, startsLater, stateAfter } from './list-place.ts'

test('Load more is stored in the history, page by page', () => {
  const first = readListPlace('', null)
  expect(first).toEqual({ sort: null, trail: [], current: null })
  const second = readListPlace('?sort=price&cursor=a', stateAfter(first))
  expect(second).toEqual({ sort: 'price', trail: [null], current: 'a' })
  expect(readListPlace('?cursor=b', stateAfter(second))).toEqual({ sort: null, trail: [null, 'a'], current: 'b' })
})

test.each([null, 'text', 7, { trail: 'a' }, { other: 1 }])('a link from elsewhere shows its own page: %j', (state) => {
  expect(readListPlace('?cursor=b', state)).toEqual({ sort: null, trail: [], current: 'b' })
})

test('an empty cursor is the beginning, and what is no cursor is left out', () => {
  expect(readListPlace('?cursor=', { trail: [null, 3, 'a'] })).toMatchObject({ trail: [null, 'a'], current: null })
})

test('a walk from the beginning shows the beginning; a page from elsewhere, and what follows it, does not', () => {
  const walked = (search: string, state: unknown) => startsLater(readListPlace(search, state))
  expect([walked('', null), walked('?cursor=b', { trail: [null, 'a'] })]).toEqual([false, false])
  expect([walked('?cursor=b', null), walked('?cursor=b', { trail: ['a'] })]).toEqual([true, true])
})

test('an order that the list does not know is the usual one', () => {
  expect([null, '', 'name', '-price'].map((named) => chosenSort(named, bookSorts))).toEqual([
    'newest',
    'newest',
    'newest',
    '-price',
  ])
})

test('another order begins at the beginning and keeps what else the address says', () => {
  expect(searchOfSort('?cursor=a', 'price', bookSorts)).toBe('?sort=price')
  expect(searchOfSort('?sort=price&cursor=a&available=all', 'newest', bookSorts)).toBe('?available=all')
  expect(searchOfSort('?sort=price', 'newest', bookSorts)).toBe('')
})

test('a book that moved to the next page between two readings stands there once', () => {
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  expect(joinPages([{ items: [a, b] }, { items: [b, c] }])).toEqual([a, b, c])
})
