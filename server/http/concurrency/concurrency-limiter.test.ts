import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { Overload } from '../outages.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const staying = () => new AbortController().signal
const limits = { atOnce: 2, longestWait: 1000 }

/** State of a request for a turn, followed while it waits. */
function watch(entering: Promise<(() => void) | null>) {
  const seen: { state: 'waiting' | 'inside' | 'refused' | 'gone'; leave: () => void } = {
    state: 'waiting',
    leave: () => {},
  }
  entering.then(
    (leave) => {
      seen.state = leave ? 'inside' : 'gone'
      if (leave) seen.leave = leave
    },
    (error: Error) => (seen.state = error instanceof Overload ? 'refused' : 'waiting'),
  )
  return seen
}

const settle = () => vi.advanceTimersByTimeAsync(0)

test('so many at once; the others in the order in which they came', async () => {
  const limiter = new ConcurrencyLimiter(limits)
  const people = Array.from({ length: 4 }, () => watch(limiter.acquire('a client', staying())))
  await settle()
  expect(people.map(({ state }) => state)).toEqual(['inside', 'inside', 'waiting', 'waiting'])
  people[1]!.leave()
  // Leaving twice frees one place.
  people[1]!.leave()
  await settle()
  expect(people.map(({ state }) => state)).toEqual(['inside', 'inside', 'inside', 'waiting'])
  people[0]!.leave()
  await settle()
  expect(people[3]!.state).toBe('inside')
})

test('whoever waited as long as one may is sent away, and takes no place', async () => {
  const limiter = new ConcurrencyLimiter({ atOnce: 1, longestWait: 1000 })
  const first = watch(limiter.acquire('a client', staying()))
  const second = watch(limiter.acquire('a client', staying()))
  await vi.advanceTimersByTimeAsync(999)
  expect(second.state).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(second.state).toBe('refused')
  first.leave()
  const third = watch(limiter.acquire('a client', staying()))
  await settle()
  expect(third.state).toBe('inside')
})

test('who could not be served in time at the present pace hears so at once', async () => {
  const limiter = new ConcurrencyLimiter({ atOnce: 1, longestWait: 1000 })
  const inside = [watch(limiter.acquire('a client', staying()))]
  // Each takes 100 ms: ten fit into the longest wait.
  for (let turn = 0; turn < 60; turn++) {
    inside.push(watch(limiter.acquire('a client', staying())))
    await vi.advanceTimersByTimeAsync(100)
    inside[turn]!.leave()
    await settle()
  }
  const crowd = Array.from({ length: 100 }, () => watch(limiter.acquire('a client', staying())))
  await settle()
  const refused = crowd.filter(({ state }) => state === 'refused').length
  expect(refused).toBeGreaterThanOrEqual(85)
  expect(crowd[0]!.state).toBe('waiting')
})

test('who leaves costs nothing more: neither waiting nor in the moment of being let in', async () => {
  const limiter = new ConcurrencyLimiter({ atOnce: 1, longestWait: 1000 })
  const first = watch(limiter.acquire('a client', staying()))
  const [impatient, unlucky] = [new AbortController(), new AbortController()]
  const people = [
    watch(limiter.acquire('a client', impatient.signal)),
    watch(limiter.acquire('a client', unlucky.signal)),
    watch(limiter.acquire('a client', staying())),
  ]
  await settle()
  impatient.abort()
  await settle()
  expect(people.map(({ state }) => state)).toEqual(['gone', 'waiting', 'waiting'])
  first.leave()
  unlucky.abort()
  await settle()
  expect(people.map(({ state }) => state)).toEqual(['gone', 'gone', 'inside'])
})

test('clients take turns: who sends hundreds keeps another one waiting for one of them, and fills nobody’s queue', async () => {
  const limiter = new ConcurrencyLimiter({ atOnce: 1, longestWait: 1000 })
  const first = watch(limiter.acquire('many', staying()))
  const crowd = Array.from({ length: 300 }, () => watch(limiter.acquire('many', staying())))
  const inside = () => crowd.filter(({ state }) => state === 'inside').length
  const [one, other] = [watch(limiter.acquire('one', staying())), watch(limiter.acquire('other', staying()))]
  await settle()
  expect(crowd.some(({ state }) => state === 'refused')).toBe(true)
  expect([one.state, other.state]).toEqual(['waiting', 'waiting'])
  first.leave()
  await settle()
  expect([inside(), one.state, other.state]).toEqual([1, 'waiting', 'waiting'])
  crowd[0]!.leave()
  await settle()
  expect([inside(), one.state, other.state]).toEqual([1, 'inside', 'waiting'])
  one.leave()
  await settle()
  expect([inside(), one.state, other.state]).toEqual([1, 'inside', 'inside'])
  other.leave()
  await settle()
  expect(inside()).toBe(2)
})
