import { describe, expect, test } from 'vitest'
import { figuresOf, weeksUntil } from './figures.rules.ts'

const days = (weeks: Date[]) => weeks.map((week) => week.toISOString().slice(0, 10))

describe('weeks', () => {
  test('begin on Monday at midnight, UTC, over the turn of a year too', () => {
    expect(days(weeksUntil(new Date('2026-11-22T23:59:59Z'), 2))).toEqual(['2026-11-09', '2026-11-16'])
    expect(days(weeksUntil(new Date('2026-11-23T00:00:00Z'), 2))).toEqual(['2026-11-16', '2026-11-23'])
    expect(days(weeksUntil(new Date('2027-01-01T12:00:00Z'), 3))).toEqual(['2026-12-14', '2026-12-21', '2026-12-28'])
    expect(weeksUntil(new Date('2026-03-29T12:00:00Z'), 1)[0]?.toISOString()).toBe('2026-03-23T00:00:00.000Z')
  })

  test('without anything have zeros, no days to sell, and every currency that others have', () => {
    const [one, two] = weeksUntil(new Date('2026-11-22'), 2) as [Date, Date]
    const figures = figuresOf([one, two], {
      listings: [{ week: two, count: 3 }],
      sales: [{ week: one, count: 2, medianDays: 3.14159 }],
      money: [
        { week: one, currency: 'USD', card: 100, cash: 0, refunded: 50 },
        { week: two, currency: 'EUR', card: 0, cash: 700, refunded: 0 },
      ],
      fees: [{ week: one, currency: 'USD', fees: 5 }],
    })
    const none = { card: 0, cash: 0, refunded: 0, fees: 0 }
    expect(figures).toEqual([
      {
        begins: one,
        listings: 0,
        sales: 2,
        daysToSell: 3.1,
        money: [
          { currency: 'EUR', ...none },
          { currency: 'USD', card: 100, cash: 0, refunded: 50, fees: 5 },
        ],
      },
      {
        begins: two,
        listings: 3,
        sales: 0,
        daysToSell: null,
        money: [
          { currency: 'EUR', card: 0, cash: 700, refunded: 0, fees: 0 },
          { currency: 'USD', ...none },
        ],
      },
    ])
  })
})
