import { expect, test } from 'vitest'
import { IDEMPOTENCY_KEY } from '#contract/books/books.ts'
import { UNUSED_IMAGE_MS } from '#contract/images/images.ts'
import { moreOf } from './use-book-draft.ts'

const picture = { url: '/images/a/1200.webp', name: 'a.png', at: 1000 }

test('pictures come back for as long as the server keeps what nobody uses', () => {
  expect(moreOf({ pictures: [picture] }, 1000 + UNUSED_IMAGE_MS - 1).pictures).toEqual([picture])
  expect(moreOf({ pictures: [picture] }, 1000 + UNUSED_IMAGE_MS).pictures).toEqual([])
})

test.each([{}, { pictures: 'x' }, { key: 7, pictures: [null, { url: 7 }] }])('%j in a draft is no picture', (more) => {
  expect(moreOf(more, 0)).toEqual({ key: expect.stringMatching(IDEMPOTENCY_KEY), pictures: [] })
})

test('a draft keeps its key, and every form has one of its own', () => {
  expect(moreOf({ key: 'a-key-of-a-form' }).key).toBe('a-key-of-a-form')
  expect(moreOf({}).key).not.toBe(moreOf({}).key)
})
