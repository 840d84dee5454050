import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDraft, deleteDraft, isFilledIn, saveDraft, readDefaults, saveDefaults } from './draft-storage.ts'

let storage: Map<string, string>
const ada = { form: 'add-product', accountId: 'ada' }
const ben = { form: 'add-product', accountId: 'ben' }
const names = ['title', 'place']
const nothing = { texts: {}, more: {} }

beforeEach(() => {
  storage = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a draft comes back to the one who wrote it, in that form, and to nobody else', () => {
  const draft = { texts: { title: 'The Lamp Lighter', place: '' }, more: { key: 'k' } }
  saveDraft(ada, draft)
  expect(readDraft(ada, names)).toEqual(draft)
  expect(readDraft(ben, names)).toEqual(nothing)
  expect(readDraft({ ...ada, form: 'buy-now' }, names)).toEqual(nothing)
})

test('a draft that another tab has saved since is not deleted by this one', () => {
  readDraft(ada, names)
  storage.set('draft-add-product-ada', JSON.stringify({ texts: { title: 'The other tab’s' } }))
  deleteDraft(ada)
  expect(readDraft(ada, names).texts).toEqual({ title: 'The other tab’s' })
  saveDraft(ada, { texts: { title: 'This one’s' }, more: {} })
  deleteDraft(ada)
  expect(readDraft(ada, names)).toEqual(nothing)
})

test('what is none of the form’s fields does not come back', () => {
  saveDraft(ada, { texts: { title: 'x', intruder: 'y' }, more: {} })
  expect(readDraft(ada, names).texts).toEqual({ title: 'x' })
})

test.each(['not json', 'null', '7', '{"texts":{"title":7}}', '{"texts":7}'])(
  '%s in the storage is no draft',
  (text) => {
    saveDraft(ada, { texts: { title: 'x' }, more: {} })
    for (const key of storage.keys()) storage.set(key, text)
    expect(readDraft(ada, names)).toEqual(nothing)
  },
)

test('forgotten is forgotten', () => {
  saveDraft(ada, { texts: { title: 'x' }, more: {} })
  deleteDraft(ada)
  expect(readDraft(ada, names)).toEqual(nothing)
  expect(storage.size).toBe(0)
})

test('a full storage keeps it no longer than the page, a closed one too', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: full, setItem: full, removeItem: full })
  saveDraft(ada, { texts: { title: 'x' }, more: {} })
  expect(readDraft(ada, names).texts).toEqual({ title: 'x' })
  deleteDraft(ada)
  expect(readDraft(ada, names)).toEqual(nothing)
})

test('what was sent the last time is remembered, of some fields', () => {
  expect(readDefaults(ada, ['place'])).toEqual({})
  saveDefaults(ada, { title: 'x', place: 'Halle' }, ['place'])
  expect(readDefaults(ada, ['title', 'place'])).toEqual({ place: 'Halle' })
  expect(readDefaults(ben, ['place'])).toEqual({})
})

test('nothing but spaces is no draft, nor what the form starts with', () => {
  expect(isFilledIn({ title: '  ', place: 'Leipzig' }, { place: 'Leipzig' })).toBe(false)
  expect(isFilledIn({ place: 'Halle' }, { place: 'Leipzig' })).toBe(true)
})
