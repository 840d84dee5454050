import { expect, test, vi } from 'vitest'
import type { CachedAnswer } from './cached-answer.ts'
import { cacheableAs } from './cacheable-addresses.ts'
import { PageCache } from './page-cache.ts'
import type { PendingRender } from './pending-render.ts'

test('a list, whose counts come from the search index, is rendered again once that has caught up', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const watch = { position: 1, isUnchanged: () => true, present: async () => watch.position }
  const cache = new PageCache(watch, 1e6)
  const answer = { bytes: 1 } as CachedAnswer
  const isKept = (url: string) => cache.find(url) !== null
  const render = async (url: string) => {
    const asked = (await cache.ask(url, cacheableAs(url))) as PendingRender
    asked.settle(answer)
    await asked.result
  }
  const [list, page] = ['/all-products', '/about']
  await render(list)
  await render(page)
  expect([isKept(list), isKept(page)]).toEqual([true, true])
  vi.advanceTimersByTime(2000)
  expect([isKept(list), isKept(page)]).toEqual([false, true])
  await render(list)
  vi.advanceTimersByTime(57_000)
  expect([isKept(list), isKept(page)]).toEqual([true, true])
  // Something that it doesn't show has changed, so only its counts may have.
  watch.position = 2
  expect([isKept(list), isKept(page)]).toEqual([false, true])
  await render(list)
  vi.advanceTimersByTime(1999)
  expect(isKept(list)).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isKept(list)).toBe(false)
})
