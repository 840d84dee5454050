import { expect, onTestFinished, test, vi } from 'vitest'
import { localTime } from './local-time.tsx'
import { absoluteTime, relativeTime, zonedTime } from './times.ts'

test('times are relative from minutes to years, and rounded', () => {
  const now = new Date('2026-05-10T12:00:00Z')
  const before = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now)
  expect([20, 90, 7200, 86_400, 3 * 86_400, 40 * 86_400].map(before)).toEqual([
    'just now',
    '1 minute ago',
    '2 hours ago',
    '24 hours ago',
    '3 days ago',
    '1 month ago',
  ])
  expect(before(-7200)).toBe('in 2 hours')
  // A reservation of two days doesn't lose an hour with its first second.
  expect(before(-(2 * 86_400 - 1))).toBe('in 48 hours')
  expect(before(-(1.6 * 86_400))).toBe('in 38 hours')
  expect(before(59.7 * 60)).toBe('1 hour ago')
})

test('a moment is UTC in the server’s page, and the reader’s own time in the browser, with the zone on hover', () => {
  const at = new Date('2026-11-23T23:21:00Z')
  expect(absoluteTime(at)).toBe('23 Nov 2026, 23:21 UTC')
  vi.stubEnv('TZ', 'America/Los_Angeles')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(localTime(at, new Date('2026-11-21T12:00:00Z'))).toBe('Mon 23 Nov, 3:21 pm')
  expect(localTime(at, new Date('2027-02-21T12:00:00Z'))).toBe('Mon 23 Nov 2026, 3:21 pm')
  expect(zonedTime(at)).toBe('23 Nov 2026, 15:21:00 GMT-8')
})
