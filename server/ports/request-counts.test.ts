import { expect, test } from 'vitest'
import { countsInMemory } from './request-counts.ts'

test('requests count together until their window ends', async () => {
  let now = 0
  const counts = countsInMemory(() => now)
  expect(await counts.add('a', 1, 1000)).toEqual({ count: 1, endsInMs: 1000 })
  now = 400
  expect(await counts.add('a', 4, 1000)).toEqual({ count: 5, endsInMs: 600 })
  expect(await counts.add('b', 1, 1000)).toEqual({ count: 1, endsInMs: 1000 })
  now = 1000
  expect(await counts.add('a', 2, 1000)).toEqual({ count: 2, endsInMs: 1000 })
})

test('counting keeps to its cap by forgetting the oldest', async () => {
  const counts = countsInMemory(() => 0, 3)
  for (const key of ['a', 'b', 'c', 'd']) await counts.add(key, 1, 60)
  const again = async (key: string) => (await counts.add(key, 1, 60)).count
  expect([await again('d'), await again('c'), await again('b'), await again('a')]).toEqual([2, 2, 2, 1])
})
