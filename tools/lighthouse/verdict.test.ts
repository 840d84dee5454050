import { expect, test } from 'vitest'
import type { Visit } from './measure-page.ts'
import { blockingOf, judge } from './verdict.ts'

const visit = (changes: Partial<Visit>): Visit => ({
  scores: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
  lcpMs: 1500,
  tbtMs: 0,
  layoutShift: 0,
  scriptKb: 110,
  fontKb: 100,
  firstFontKb: 65,
  complaints: [],
  report: {} as Visit['report'],
  ...changes,
})
const blocked = (...times: number[]) => times.map((tbtMs) => visit({ tbtMs }))

test('a page may block 100 ms longer than login did in the same run, by the middle visit', () => {
  const yardstick = blockingOf(blocked(900, 120, 150))
  expect(yardstick).toBe(150)
  expect(judge('/', blocked(250, 2000, 10), yardstick).misses).toEqual([])
  expect(judge('/', blocked(251, 2000, 10), yardstick).misses).toEqual([
    '/: blocking time is 251, and should be at most 250 ms, 100 more than that of /login',
  ])
})

test('any shift of the layout is a miss, and so is a score below its least', () => {
  const visits = [visit({ layoutShift: 0.032, scores: { ...visit({}).scores, performance: 97 } })]
  expect(judge('/', visits, 0).misses).toEqual([
    '/: performance is 97, and should be at least 98',
    '/: layoutShift is 0.032, and should be at most 0',
  ])
})

test('what search engines leave out is not judged by what they think of it, but by all else', () => {
  const visits = [visit({ tbtMs: 300, scores: { ...visit({}).scores, seo: 66 } })]
  expect(judge('/', visits, 300).misses).toEqual(['/: seo is 66, and should be at least 100'])
  expect(judge('/search?q=the', visits, 300).misses).toEqual([])
  expect(judge('/search?q=the', visits, 100).misses).toHaveLength(1)
})
