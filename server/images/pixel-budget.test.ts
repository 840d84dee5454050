import { expect, test } from 'vitest'
import { pixelBudget } from './pixel-budget.ts'

test('an account has eight of the largest pictures at once and again a minute later, whatever others send', () => {
  let now = 0
  const maySpend = pixelBudget({ now: () => new Date(now) })
  const largest = (account: string) => maySpend(account, 40_000_000)
  const eight = Array.from({ length: 8 }, () => largest('ann'))
  expect([...eight, largest('ann'), largest('bob')]).toEqual([...eight.map(() => true), false, true])
  now += 7_500
  expect([largest('ann'), largest('ann')]).toEqual([true, false])
  // A clock that is put back gives nothing away, and takes nothing for good.
  now -= 3_600_000
  expect(largest('ann')).toBe(false)
  now += 3_660_000
  expect(largest('ann')).toBe(true)
})
