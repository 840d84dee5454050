import { expect, test } from 'vitest'
import type { MyListing } from '#contract/books/my-book-calls.ts'
import { mergeRetry, refusedIn, undoing, wordsOf } from './many-acts.ts'

const usd = (minor: number) => ({ minor, currency: 'USD' })
const book = (id: string) => ({ id, title: `The ${id}`, resalePrice: usd(1000) }) as MyListing
const [a, b] = [book('a'), book('b')]

test('what was done is taken back for those books alone that it has changed', () => {
  expect(undoing({ change: 'advertise', books: [a, b] }, ['b'])).toEqual({ change: 'stop-advertising', books: [b] })
  expect(undoing({ change: 'delete', books: [a] }, ['a'])).toEqual({ change: 'restore', books: [a] })
  expect(undoing({ change: 'delete', books: [a] }, [])).toBeNull()
})

test('a price is taken back from the new one to the old one', () => {
  const prices = [a, b].map((one) => ({ book: one, to: usd(900) }))
  expect(undoing({ change: 'price', prices }, ['a'])).toEqual({
    change: 'price',
    prices: [{ book: { ...a, resalePrice: usd(900) }, to: usd(1000) }],
  })
})

test('what happened is said, and which books stayed', () => {
  const answer = { changed: ['a'], refused: [{ book: 'b', code: 'book_claimed', reason: 'Reserved.' }] }
  const act = { change: 'delete', books: [a, b] } as const
  expect(wordsOf(act, answer)).toBe('1 book deleted.')
  expect(wordsOf(act, { changed: [] })).toBe('Nothing changed.')
  expect(refusedIn(act, answer)).toEqual([{ title: 'The b', reason: 'Reserved.' }])
})

test('what an act changed whose answer was lost counts as changed when it is sent again, and nothing else does', () => {
  const nothing = { changed: [], refused: [] }
  const prices = [
    { book: a, to: usd(900) },
    { book: b, to: usd(1000) },
  ]
  expect(mergeRetry({ change: 'price', prices }, nothing).changed).toEqual(['a'])
  expect(mergeRetry({ change: 'delete', books: [a, b] }, { ...nothing, changed: ['b'] }).changed).toEqual(['b', 'a'])
  const refused = [{ book: 'a', code: 'book_claimed', reason: 'Reserved.' }]
  expect(mergeRetry({ change: 'delete', books: [a, b] }, { changed: [], refused }).changed).toEqual(['b'])
  const books = [{ ...a, isAdvertised: true }, b]
  expect(mergeRetry({ change: 'advertise', books }, nothing).changed).toEqual(['b'])
})
