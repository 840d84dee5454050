import { describe, expect, test } from 'vitest'
import { barsOf, highest, weekWords } from './bars-of.ts'

describe('a plot', () => {
  test('has a bar for each value, the highest as high as the plot, and none where nothing is known', () => {
    expect(barsOf([2, null, 0, 4])).toEqual([
      { x: 2.5, width: 20, height: 50 },
      null,
      { x: 52.5, width: 20, height: 0 },
      { x: 77.5, width: 20, height: 100 },
    ])
  })

  test('of nothing but zeros, or of nothing, stays flat', () => {
    expect(barsOf([0, 0]).map((bar) => bar?.height)).toEqual([0, 0])
    expect(barsOf([-5, 5]).map((bar) => bar?.height)).toEqual([0, 100])
    expect(barsOf([null])).toEqual([null])
    expect(highest([null, null])).toBe(0)
    expect(barsOf([])).toEqual([])
  })

  test('names a week by its Monday, wherever its reader is', () => {
    expect(weekWords(new Date('2026-11-16T00:00:00Z'))).toBe('16 Nov')
    expect(weekWords(new Date('2026-11-16T00:00:00Z'), true)).toBe('16 Nov 2026')
  })
})
