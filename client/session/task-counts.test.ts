import { expect, test } from 'vitest'
import { badgesOf } from './task-counts.ts'

test('a screen’s badge sums its kinds of tasks; messages count one by one', () => {
  const tasks = [
    { kind: 'pay', count: 2 },
    { kind: 'collect', count: 1 },
    { kind: 'question', count: 1 },
  ] as const
  expect(Object.fromEntries(badgesOf({ unreadMessages: 4, tasks: [...tasks] }))).toEqual({
    '/dashboard/my-orders': 3,
    '/dashboard/messages': 4,
  })
  expect(badgesOf({ unreadMessages: 0, tasks: [] }).size).toBe(0)
})
