import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ThrottledRequest, THROTTLE_MS } from './throttled-request.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that answers when the test says so. */
function aServer() {
  const asked: { text: string; signal: AbortSignal; answer: (answer: string) => void; fail: () => void }[] = []
  const asker = new ThrottledRequest<string>(
    (text, signal) =>
      new Promise((answer, fail) => asked.push({ text, signal, answer, fail: () => fail(new Error('no answer')) })),
  )
  const shown: string[] = []
  return { asked, asker, shown, ask: (text: string) => asker.send(text, (answer) => shown.push(answer)) }
}

test('the first letters are asked for at once; what is typed meanwhile, once in a while, and the latest alone', async () => {
  const { asked, ask } = aServer()
  for (const text of ['du', 'dun', 'dune']) ask(text)
  expect(asked.map(({ text }) => text)).toEqual(['du'])
  await vi.advanceTimersByTimeAsync(THROTTLE_MS - 1)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.map(({ text }) => text)).toEqual(['du', 'dune'])
})

test('typing on ends what is under way, and its answer is shown no more', async () => {
  const { asked, ask, shown } = aServer()
  ask('du')
  await vi.advanceTimersByTimeAsync(THROTTLE_MS)
  ask('dune')
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
  asked[1]!.answer('of dune')
  asked[0]!.answer('of du')
  await vi.advanceTimersByTimeAsync(0)
  expect(shown).toEqual(['of dune'])
})

test('a question that waits is not asked once nobody waits for it, and a failure shows nothing', async () => {
  const { asked, ask, asker, shown } = aServer()
  ask('du')
  asked[0]!.fail()
  ask('dune')
  asker.cancel()
  await vi.advanceTimersByTimeAsync(2 * THROTTLE_MS)
  expect(asked).toHaveLength(1)
  expect(shown).toEqual([])
})
