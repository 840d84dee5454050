import { describe, expect, test } from 'vitest'
import { answersWithin, lookAgainAt, type Question } from './answers.rules.ts'

const HOUR = 3600_000
const DAY = 24 * HOUR
const now = new Date('2026-11-22T12:00:00Z')

/** A question by a new asker, with hours since it and until its answer, if any. */
let asker = 0
const question = (hoursAgo: number, answeredAfter: number | null, more: Partial<Question> = {}): Question => {
  const askedAt = new Date(now.getTime() - hoursAgo * HOUR)
  const answeredAt = answeredAfter === null ? null : new Date(askedAt.getTime() + answeredAfter * HOUR)
  return { askerId: `${(asker += 1)}`, askedAt, answeredAt, isOpen: true, ...more }
}
const questions = (...waits: (number | null)[]) => waits.map((wait, place) => question(100 + place, wait))

test.each([
  [[0.2, 0.5, 1, 3, 90], 'hour'],
  [[0.2, 0.5, 1.01, 3, 90], 'day'],
  [[24, 24, 24, 24, 24], 'day'],
  [[1, 30, 25, 96, 96], 'days'],
  [[100, 97, 97, 1, 1], null],
  // Half of them at least were as quick.
  [[0.5, 0.5, 0.5, 50, 50, 50], 'hour'],
])('the usual wait is the median: %j hours is %s', (waits, within) => {
  expect(answersWithin(questions(...waits), now)).toBe(within)
})

describe('what has no answer', () => {
  test('counts as slower than any', () => {
    expect(answersWithin(questions(0.5, 0.5, 0.5, null, null), now)).toBe('hour')
    expect(answersWithin(questions(0.5, 0.5, null, null, null), now)).toBeNull()
  })

  test('doesn’t count before it has waited a day', () => {
    const four = questions(0.5, 0.5, 0.5, 0.5)
    expect(answersWithin([question(23, null), ...four], now)).toBeNull()
    expect(answersWithin([question(24, null), ...four], now)).toBe('hour')
  })

  test('doesn’t count once it can’t be answered any more; answered ones do', () => {
    const gone = { isOpen: false }
    const answered = questions(0.5, 0.5, 0.5, 0.5, 0.5)
    const unanswered = Array.from({ length: 6 }, () => question(50, null, gone))
    expect(answersWithin([...unanswered, ...answered], now)).toBe('hour')
    expect(
      answersWithin(
        answered.map((one) => ({ ...one, ...gone })),
        now,
      ),
    ).toBe('hour')
  })
})

test('nothing is said of fewer than five questions, or of fewer than three people', () => {
  expect(answersWithin([], now)).toBeNull()
  expect(answersWithin(questions(0.5, 0.5, 0.5, 0.5), now)).toBeNull()
  const byTwo = questions(0.5, 0.5, 0.5, 0.5, 0.5, 0.5).map((one, place) => ({ ...one, askerId: `${place % 2}` }))
  expect(answersWithin(byTwo, now)).toBeNull()
  expect(answersWithin([question(90, 0.5), ...byTwo], now)).toBe('hour')
})

test('the twenty latest count', () => {
  const quick = Array.from({ length: 20 }, () => question(50, 0.5))
  const slow = Array.from({ length: 20 }, () => question(500, 90))
  expect(answersWithin([...quick, ...slow], now)).toBe('hour')
})

test('time alone may change it each day, and as soon as a question has waited a day', () => {
  expect(lookAgainAt([], now)).toBeNull()
  expect(lookAgainAt(questions(1, null), now)).toEqual(new Date(now.getTime() + DAY))
  expect(lookAgainAt([question(20, null), question(2, null)], now)).toEqual(new Date(now.getTime() + 4 * HOUR))
  expect(lookAgainAt([question(20, null, { isOpen: false })], now)).toEqual(new Date(now.getTime() + DAY))
})
