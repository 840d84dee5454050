import { expect, test } from 'vitest'
import { badgesOf } from './task-counts.ts'

test('a screen’s badge sums its kinds of tasks; messages count one by one', () => {
  const tasks = [
    { kind: 'pay', count: 2 },
    { kind: 'collect', count: 1 },
    { kind: 'question', count: 1 },
  ] as const
  expect(Object.fromEntries(badgesOf({ unreadMessages: 4, tasks: [...tasks], notices: [] }))).toEqual({
    '/dashboard/my-orders': 3,
    '/dashboard/messages': 4,
  })
  expect(badgesOf({ unreadMessages: 0, tasks: [], notices: [] }).size).toBe(0)
})

test('notices of the shop stand at its health check', () => {
  const notice = { kind: 'disk', since: null, found: 'It is full.', advice: 'Make room.', page: null } as const
  const badges = badgesOf({ unreadMessages: 0, tasks: [], notices: [notice, { ...notice, kind: 'backups' }] })
  expect(Object.fromEntries(badges)).toEqual({ '/dashboard/doctor': 2 })
})
