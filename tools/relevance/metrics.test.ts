import { expect, test } from 'vitest'
import { scoresOf, type Grade, type Outcome } from './metrics.ts'

const outcome = (grades: Grade[], good: number, acceptable = 0): Outcome => ({
  grades,
  available: { good, acceptable },
})

test('an answer in the best order scores 1, whatever bad works follow', () => {
  const { goodOnly, graded } = scoresOf([outcome(['good', 'good', 'acceptable', 'bad', 'bad'], 2, 1)])
  expect([goodOnly, graded]).toEqual([1, 1])
})

test('a good work counts the less the later it comes', () => {
  const at = (place: number) =>
    scoresOf([
      outcome(
        Array.from({ length: 5 }, (_, rank) => (rank === place ? 'good' : 'bad')),
        1,
      ),
    ])
  expect(at(1).goodOnly).toBeCloseTo(1 / Math.log2(3), 10)
  expect(at(4).goodOnly).toBeCloseTo(1 / Math.log2(6), 10)
})

test('more than five good works ask for five', () => {
  expect(scoresOf([outcome(['good', 'good', 'good', 'good', 'good'], 40)]).goodOnly).toBe(1)
  expect(scoresOf([outcome(['good'], 40)]).goodOnly).toBeLessThan(0.4)
})

test('an acceptable work counts a third of a good one in the graded score alone', () => {
  const { goodOnly, graded } = scoresOf([outcome(['acceptable'], 1, 3)])
  expect(goodOnly).toBe(0)
  expect(graded).toBeCloseTo(1 / (3 + 1 / Math.log2(3) + 1 / 2 + 1 / Math.log2(5)), 10)
})

test('shares count what is first, what is among five, and what found nothing', () => {
  const outcomes = [
    outcome(['good'], 1),
    outcome(['bad', 'good'], 1),
    outcome([], 1),
    outcome(['bad', 'acceptable'], 1, 1),
  ]
  expect(scoresOf(outcomes)).toMatchObject({
    firstIsGood: 0.25,
    goodWithinFive: 0.5,
    nothing: 0.25,
    bad: 0.4,
    badCount: 2,
  })
})

test('a query without an answer counts only by the bad works that it shows', () => {
  const scores = scoresOf([outcome([], 0), outcome(['bad', 'bad'], 0), outcome(['good', 'good'], 2)])
  expect(scores).toMatchObject({ queries: 3, answerable: 1, goodOnly: 1, firstIsGood: 1, nothing: 0, bad: 0.5 })
})

test('no queries score 0 instead of nonsense', () => {
  expect(scoresOf([])).toMatchObject({ queries: 0, goodOnly: 0, bad: 0 })
})
