import { expect, test } from 'vitest'
import { withDeleted, withoutDeleted } from './deleted-rows.ts'

const [a, b, c, d] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }]

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
