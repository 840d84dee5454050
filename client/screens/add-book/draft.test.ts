import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IDEMPOTENCY_KEY } from '#contract/books.ts'
import { UNUSED_IMAGE_MS } from '#contract/image-limits.ts'
import { findDraft, forgetDraft, isEmptyDraft, keepDraft, textsOf } from './draft.ts'

let kept: Map<string, string>
const key = 'a-key-of-a-form'
const empty = { key: expect.stringMatching(IDEMPOTENCY_KEY), texts: {}, pictures: [] }

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

function formWith(fields: Record<string, string | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('a draft comes back to the one who wrote it, and to nobody else', () => {
  const texts = textsOf(formWith({ book_name: 'The Lamp Lighter', resalePrice: '12,5' }))
  keepDraft('ada', { key, texts, pictures: [] })
  expect(findDraft('ada')).toMatchObject({
    key,
    texts: { book_name: 'The Lamp Lighter', resalePrice: '12,5', location: '' },
  })
  expect(findDraft('ben')).toEqual(empty)
})

test('pictures come back for as long as the server keeps what nobody uses', () => {
  const picture = { url: '/images/a/1200.webp', name: 'a.png', at: 1000 }
  keepDraft('ada', { key, texts: {}, pictures: [picture] })
  expect(findDraft('ada', 1000 + UNUSED_IMAGE_MS - 1).pictures).toEqual([picture])
  expect(findDraft('ada', 1000 + UNUSED_IMAGE_MS).pictures).toEqual([])
})

test('files are no texts, nor is any other field', () => {
  const texts = textsOf(formWith({ book_img: new Blob(['x']), book_name: new Blob(['x']), other: 'x' }))
  expect(isEmptyDraft({ texts, pictures: [] })).toBe(true)
})

test('nothing but spaces is no draft, nor what the form starts with; a picture alone is one', () => {
  expect(isEmptyDraft({ texts: { book_name: '  ', location: 'Leipzig' }, pictures: [] }, { location: 'Leipzig' })).toBe(
    true,
  )
  expect(isEmptyDraft({ texts: { location: 'Halle' }, pictures: [] }, { location: 'Leipzig' })).toBe(false)
  expect(isEmptyDraft({ texts: {}, pictures: [{ url: '/a', name: 'a', at: 1 }] })).toBe(false)
})

test.each([
  'not json',
  'null',
  '7',
  '{"texts":{"book_name":7,"intruder":"x"},"pictures":"x"}',
  '{"key":7,"texts":7,"pictures":[null,{"url":7}]}',
])('%s in the storage is no draft', (text) => {
  keepDraft('ada', { key, texts: { book_name: 'x' }, pictures: [] })
  for (const key of kept.keys()) kept.set(key, text)
  expect(findDraft('ada')).toEqual(empty)
})

test('a full storage loses the draft, not the form', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(() => keepDraft('ada', { key, texts: { book_name: 'x' }, pictures: [] })).not.toThrow()
})

test('every form has a key of its own', () => {
  expect(findDraft('ada').key).not.toBe(findDraft('ada').key)
})

test('forgotten is forgotten', () => {
  keepDraft('ada', { key, texts: { book_name: 'x' }, pictures: [] })
  forgetDraft('ada')
  expect(findDraft('ada')).toEqual(empty)
})
