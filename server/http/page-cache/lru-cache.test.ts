import { expect, test } from 'vitest'
import { LruCache } from './lru-cache.ts'

const item = (bytes: number) => ({ bytes })

test('what was asked for longest ago goes when there is no room', () => {
  const cache = new LruCache(100)
  for (const name of ['a', 'b', 'c']) cache.set(name, item(30))
  expect(cache.get('a')).toEqual(item(30))
  cache.set('d', item(30))
  expect(['a', 'b', 'c', 'd'].filter((name) => cache.get(name))).toEqual(['a', 'c', 'd'])
  cache.set('e', item(70))
  expect(['a', 'c', 'd', 'e'].filter((name) => cache.get(name))).toEqual(['d', 'e'])
})

test('never more stands there than there is room for, whatever comes', () => {
  const cache = new LruCache(1000)
  for (let turn = 0; turn < 500; turn += 1) {
    cache.set(`name ${turn % 40}`, item((turn * 37) % 400))
    expect(cache.size).toBeLessThanOrEqual(1000)
  }
  cache.set('too large', item(1001))
  expect([cache.get('too large'), cache.size]).toEqual([undefined, 0])
})
