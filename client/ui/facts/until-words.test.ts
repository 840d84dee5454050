import { expect, test } from 'vitest'
import { untilWords } from './until-words.ts'

const now = new Date(2026, 10, 26, 10, 30)
const until = (day: number, hour: number, minute = 0) => untilWords(new Date(2026, 10, day, hour, minute), now)

test('a deadline is said as people say it', () => {
  expect([until(26, 15), until(26, 15, 19), until(27, 19), until(28, 9)]).toEqual([
    'until 3 pm today',
    'until 3:19 pm today',
    'until tomorrow evening',
    'until Saturday morning',
  ])
  expect([until(29, 3), until(27, 1), until(32, 13), until(33, 13)]).toEqual([
    'until early Sunday',
    'until early tomorrow',
    'until Wednesday afternoon',
    'until 3 December',
  ])
})

test('a deadline that is over is overdue', () => {
  expect([until(26, 10, 30), until(25, 9)]).toEqual(['overdue', 'overdue'])
})
