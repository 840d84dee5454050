import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findDraft, forgetDraft, isEmptyDraft, keepDraft, textsOf } from './draft.ts'

let kept: Map<string, string>

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
  keepDraft('ada', textsOf(formWith({ book_name: 'The Lamp Lighter', resalePrice: '12,5' })))
  expect(findDraft('ada')).toMatchObject({ book_name: 'The Lamp Lighter', resalePrice: '12,5', location: '' })
  expect(findDraft('ben')).toEqual({})
})

test('the picture is not part of it, nor any other field', () => {
  const texts = textsOf(formWith({ book_img: new Blob(['x']), book_name: new Blob(['x']), other: 'x' }))
  expect(isEmptyDraft(texts)).toBe(true)
})

test('nothing but spaces is no draft, and clearing the form forgets the one there was', () => {
  keepDraft('ada', { book_name: 'The Lamp Lighter' })
  keepDraft('ada', { book_name: '  ' })
  expect(kept.size).toBe(0)
})

test.each(['not json', 'null', '7', '{"book_name":7,"intruder":"x"}'])('%s in the storage is no draft', (text) => {
  keepDraft('ada', { book_name: 'x' })
  for (const key of kept.keys()) kept.set(key, text)
  expect(findDraft('ada')).toEqual({})
})

test('a full storage loses the draft, not the form', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(() => keepDraft('ada', { book_name: 'x' })).not.toThrow()
})

test('forgotten is forgotten', () => {
  keepDraft('ada', { book_name: 'x' })
  forgetDraft('ada')
  expect(findDraft('ada')).toEqual({})
})
