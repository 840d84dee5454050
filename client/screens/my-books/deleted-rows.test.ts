import { expect, test } from 'vitest'
import { deletedWords, withDeleted, withoutDeleted } from './deleted-rows.ts'

const [a, b, c, d] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }]

test('a copy that is sold is not said to be for sale no longer by its delete', () => {
  const title = 'Salt'
  expect(deletedWords({ title, state: 'unsold', isPaused: false })).toBe('“Salt” is no longer for sale.')
  expect(deletedWords({ title, state: 'unsold', isPaused: true })).toBe('“Salt” is off your list.')
  expect(deletedWords({ title, state: 'sold', isPaused: false })).toBe(
    '“Salt” is off your list. Its order stays as it is.',
  )
})

test('deleted rows stay where they were, in whatever order they were deleted', () => {
  expect(
    withDeleted(
      [a, d],
      [
        { book: c, at: 2 },
        { book: b, at: 1 },
      ],
    ),
  ).toEqual([a, b, c, d])
})

test('what the list still has stands there once', () => {
  expect(withDeleted([a, b, c], [{ book: b, at: 1 }])).toEqual([a, b, c])
})

test('one that is gone for good lets those below it move up', () => {
  const left = withoutDeleted(
    [
      { book: a, at: 0 },
      { book: c, at: 2 },
    ],
    'a',
  )
  expect(withDeleted([b, d], left)).toEqual([b, c, d])
})
