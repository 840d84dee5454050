import { expect, test } from 'vitest'
import { fairQueue } from './queue.ts'

test('parties take turns: a long queue doesn’t delay a short one', async () => {
  const inTurn = fairQueue(1)
  const done: string[] = []
  const bring = (party: string, name: string) => inTurn(party, async () => void done.push(name))
  await Promise.all([
    bring('a', 'a1'),
    bring('a', 'a2'),
    bring('a', 'a3'),
    bring('b', 'b1'),
    bring('c', 'c1'),
    bring('b', 'b2'),
  ])
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('no more run at a time than there are lanes, also after one has failed', async () => {
  const inTurn = fairQueue(2)
  let running = 0
  let most = 0
  const work = (fails: boolean) => async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    if (fails) throw new Error('broken')
  }
  const outcomes = await Promise.allSettled([true, false, true, false, false].map((fails) => inTurn('a', work(fails))))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect({ most, running }).toEqual({ most: 2, running: 0 })
})
