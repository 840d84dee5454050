import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Topic } from '#contract/call.ts'
import { relistBook } from '#contract/orders/refunds.ts'
import { call } from '#client/api/call.ts'
import { standInBrowser } from '#tests/kit/browser/stand-in-browser.ts'
import { queryClient, readSteadyAgain } from './query-client.ts'
import { setSession } from './session.ts'

let stops: (() => void)[] = []
let answer: () => Response

beforeEach(() => {
  standInBrowser('http://127.0.0.1')
  vi.stubGlobal('fetch', () => Promise.resolve(answer()))
  answer = () => Response.json({ acknowledged: true })
})

afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** A query that is shown, and how often it was read. */
async function shown(topics: Topic[], isSteady = false) {
  const read = vi.fn<() => Promise<Topic[]>>(() => Promise.resolve(topics))
  const meta = { topics, isSteady }
  const observer = new QueryObserver(queryClient, { queryKey: [topics, isSteady], queryFn: read, meta })
  stops.push(observer.subscribe(() => {}))
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1))
  return read
}

const relist = () => call(relistBook, { params: { id: '00000000-0000-4000-8000-000000000001' } })

test('a write has what is shown of its topics read again before it resolves, and nothing else', async () => {
  const [orders, messages] = [await shown(['orders', 'payouts']), await shown(['messages'])]
  await relist()
  expect(orders).toHaveBeenCalledTimes(2)
  expect(messages).toHaveBeenCalledTimes(1)
})

test('what was read before a write is given up, also where nothing is shown yet', async () => {
  const before = Promise.withResolvers<string>()
  const read = vi.fn<() => Promise<string>>().mockReturnValueOnce(before.promise).mockResolvedValue('new')
  const observer = new QueryObserver(queryClient, { queryKey: ['late'], queryFn: read, meta: { topics: ['orders'] } })
  stops.push(observer.subscribe(() => {}))
  await relist()
  before.resolve('old')
  await before.promise
  expect(observer.getCurrentResult().data).toBe('new')
})

test('a steady list waits until it is refetched or mounted again', async () => {
  const books = await shown(['books'], true)
  await relist()
  expect(books).toHaveBeenCalledTimes(1)
  await readSteadyAgain()
  expect(books).toHaveBeenCalledTimes(2)
})

test.each([
  [409, 'order_not_open', 2],
  [403, 'wrong_role', 1],
])('a write refused with %i, %s, leaves reads at %i', async (status, code, times) => {
  const orders = await shown(['orders'])
  const problem = { type: 'about:blank', title: 'No', status, code, detail: 'No.', requestId: 'r', invalidFields: [] }
  answer = () => Response.json(problem, { status })
  await expect(relist()).rejects.toMatchObject({ code })
  expect(orders).toHaveBeenCalledTimes(times)
})

test('another account finds nothing of the last one', async () => {
  const signIn = (id: string) => setSession({ state: 'signed-in', account: { id } } as Parameters<typeof setSession>[0])
  signIn('ada')
  queryClient.setQueryData(['mine'], 'Ada’s')
  signIn('ada')
  expect(queryClient.getQueryData(['mine'])).toBe('Ada’s')
  signIn('ben')
  expect(queryClient.getQueryData(['mine'])).toBeUndefined()
})
