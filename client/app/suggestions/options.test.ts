import { afterEach, expect, test, vi } from 'vitest'
import type { Suggestion } from '#contract/search/suggest.ts'
import { optionsFor } from './options.ts'
import { forgetSearch, forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts'

const suggested: Suggestion[] = [
  { kind: 'category', text: 'Dune Book', slug: 'dune-book' },
  { kind: 'title', text: 'Dune', by: 'Frank Herbert' },
  { kind: 'author', text: 'Dunya Mikhail' },
]

test('titles, authors and numbers lead to their results, categories to their books', () => {
  expect(optionsFor('du', [], suggested)).toEqual([
    { kind: 'category', text: 'Dune Book', beside: 'Category', to: '/books/dune-book' },
    { kind: 'title', text: 'Dune', beside: 'Frank Herbert', to: '/search?q=Dune' },
    { kind: 'author', text: 'Dunya Mikhail', beside: 'Author', to: '/search?q=Dunya+Mikhail' },
  ])
})

test('a category leads a visitor who may not see its list to its search results', () => {
  expect(optionsFor('du', [], suggested, false)[0]?.to).toBe('/search?category=dune-book')
})

test('one’s own last searches come first: all of them before anything is typed, then two that go on so, none twice', () => {
  const recent = ['dune', 'dunes of gold', 'dune messiah', 'emma']
  expect(optionsFor('', recent, []).map(({ text }) => text)).toEqual(recent)
  expect(optionsFor('Du', recent, suggested).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'recent: dune',
    'recent: dunes of gold',
    'category: Dune Book',
    'author: Dunya Mikhail',
  ])
  expect(optionsFor('emma', recent, [])).toEqual([])
})

afterEach(() => vi.unstubAllGlobals())

function withStorage(kept: Record<string, string> = {}): void {
  const values = new Map(Object.entries(kept))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  })
}

test('the last five searches are stored, the latest first, each once; one or all can be removed', () => {
  withStorage()
  for (const text of ['one', 'two', 'three', 'four', 'five', 'Two', 'six', '']) rememberSearch('', text)
  expect(recentSearches('')).toEqual(['six', 'Two', 'five', 'four', 'three'])
  forgetSearch('', 'five')
  expect(recentSearches('')).toEqual(['six', 'Two', 'four', 'three'])
  forgetSearches()
  expect(recentSearches('')).toEqual([])
})

test('recent searches of another account in the same browser stay hidden', () => {
  withStorage()
  rememberSearch('account-1', 'a present for you')
  expect([recentSearches('account-1'), recentSearches('account-2'), recentSearches('')]).toEqual([
    ['a present for you'],
    [],
    [],
  ])
})

test.each(['', 'no json', '[]', '{"of":"","texts":7}', '{"of":"","texts":[7,"",null]}'])(
  'what is kept there may be anything: %s',
  (kept) => {
    withStorage({ 'recent-searches': kept })
    expect(recentSearches('')).toEqual([])
  },
)
