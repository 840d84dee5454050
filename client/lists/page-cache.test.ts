import { expect, test } from 'vitest'
import { PageCache, type PageKey } from './page-cache.ts'

const at = (place: Partial<PageKey>): PageKey => ({ pathname: '/list', sort: null, start: null, ...place })
const page = (id: string) => ({ items: [{ id }], next: null })

test('a page is found again by its list, its order and where it begins', () => {
  const cache = new PageCache<{ id: string }>()
  cache.set(at({ start: 'b' }), page('second'))
  expect(cache.get(at({ start: 'b' }))).toEqual(page('second'))
  const others = [at({}), at({ start: 'b', sort: 'price' }), at({ start: 'b', pathname: '/other' })]
  expect(others.map((other) => cache.get(other))).toEqual([undefined, undefined, undefined])
})

test('what was sent again replaces what was sent before', () => {
  const cache = new PageCache<{ id: string }>()
  cache.set(at({}), page('before'))
  cache.set(at({}), page('after'))
  expect(cache.get(at({}))).toEqual(page('after'))
})

test('the cache has fifty pages at most and evicts the oldest', () => {
  const cache = new PageCache<{ id: string }>()
  const start = (number: number) => at({ start: String(number) })
  for (let number = 0; number < 50; number += 1) cache.set(start(number), page(String(number)))
  cache.set(start(0), page('again'))
  cache.set(start(50), page('50'))
  expect([0, 1, 2, 50].map((number) => cache.get(start(number))?.items[0]?.id)).toEqual(['again', undefined, '2', '50'])
})
