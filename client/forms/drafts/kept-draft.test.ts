import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findDraft, forgetDraft, isFilledIn, keepDraft, recallLast, rememberLast } from './kept-draft.ts'

let kept: Map<string, string>
const ada = { form: 'add-product', accountId: 'ada' }
const ben = { form: 'add-product', accountId: 'ben' }
const names = ['title', 'place']
const nothing = { texts: {}, more: {} }

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a draft comes back to the one who wrote it, in that form, and to nobody else', () => {
  const draft = { texts: { title: 'The Lamp Lighter', place: '' }, more: { key: 'k' } }
  keepDraft(ada, draft)
  expect(findDraft(ada, names)).toEqual(draft)
  expect(findDraft(ben, names)).toEqual(nothing)
  expect(findDraft({ ...ada, form: 'buy-now' }, names)).toEqual(nothing)
})

test('a draft that another tab has kept since is not forgotten by this one', () => {
  findDraft(ada, names)
  kept.set('draft-add-product-ada', JSON.stringify({ texts: { title: 'The other tab’s' } }))
  forgetDraft(ada)
  expect(findDraft(ada, names).texts).toEqual({ title: 'The other tab’s' })
  keepDraft(ada, { texts: { title: 'This one’s' }, more: {} })
  forgetDraft(ada)
  expect(findDraft(ada, names)).toEqual(nothing)
})

test('what is none of the form’s fields does not come back', () => {
  keepDraft(ada, { texts: { title: 'x', intruder: 'y' }, more: {} })
  expect(findDraft(ada, names).texts).toEqual({ title: 'x' })
})

test.each(['not json', 'null', '7', '{"texts":{"title":7}}', '{"texts":7}'])(
  '%s in the storage is no draft',
  (text) => {
    keepDraft(ada, { texts: { title: 'x' }, more: {} })
    for (const key of kept.keys()) kept.set(key, text)
    expect(findDraft(ada, names)).toEqual(nothing)
  },
)

test('forgotten is forgotten', () => {
  keepDraft(ada, { texts: { title: 'x' }, more: {} })
  forgetDraft(ada)
  expect(findDraft(ada, names)).toEqual(nothing)
  expect(kept.size).toBe(0)
})

test('a full storage keeps it no longer than the page, a closed one too', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: full, setItem: full, removeItem: full })
  keepDraft(ada, { texts: { title: 'x' }, more: {} })
  expect(findDraft(ada, names).texts).toEqual({ title: 'x' })
  forgetDraft(ada)
  expect(findDraft(ada, names)).toEqual(nothing)
})

test('what was sent the last time is remembered, of some fields', () => {
  expect(recallLast(ada, ['place'])).toEqual({})
  rememberLast(ada, { title: 'x', place: 'Halle' }, ['place'])
  expect(recallLast(ada, ['title', 'place'])).toEqual({ place: 'Halle' })
  expect(recallLast(ben, ['place'])).toEqual({})
})

test('nothing but spaces is no draft, nor what the form starts with', () => {
  expect(isFilledIn({ title: '  ', place: 'Leipzig' }, { place: 'Leipzig' })).toBe(false)
  expect(isFilledIn({ place: 'Halle' }, { place: 'Leipzig' })).toBe(true)
})
