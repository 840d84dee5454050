import { DAY_MS } from '#contract/duration.ts'
import type { WeekFigures, WeeksMoney } from '#contract/orders/figures.ts'

const WEEK_MS = 7 * DAY_MS

/** Starts of the last `count` weeks, the current one last: Mondays, UTC. */
export function weeksUntil(now: Date, count: number): Date[] {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const monday = midnight - ((now.getUTCDay() + 6) % 7) * DAY_MS
  return Array.from({ length: count }, (_, place) => new Date(monday - (count - 1 - place) * WEEK_MS))
}

/** What was counted, each with the beginning of its week; weeks with nothing are left out. */
export interface Counted {
  listings: { week: Date; count: number }[]
  sales: { week: Date; count: number; medianDays: number }[]
  money: ({ week: Date } & Omit<WeeksMoney, 'fees'>)[]
  fees: { week: Date; currency: string; fees: number }[]
}

/** Figures per week. A currency of any week stands in all, so that its plot has no gaps. */
export function figuresOf(weeks: readonly Date[], { listings, sales, money, fees }: Counted): WeekFigures[] {
  const currencies = [...new Set([...money, ...fees].map(({ currency }) => currency))].toSorted()
  return weeks.map((begins) => {
    const ofWeek = <Row extends { week: Date }>(rows: readonly Row[]) =>
      rows.filter(({ week }) => week.getTime() === begins.getTime())
    const [sold] = ofWeek(sales)
    const [moved, earned] = [ofWeek(money), ofWeek(fees)]
    return {
      begins,
      listings: ofWeek(listings)[0]?.count ?? 0,
      sales: sold?.count ?? 0,
      daysToSell: sold ? Math.round(sold.medianDays * 10) / 10 : null,
      money: currencies.map((currency) => {
        const { card = 0, cash = 0, refunded = 0 } = moved.find((one) => one.currency === currency) ?? {}
        return { currency, card, cash, refunded, fees: earned.find((one) => one.currency === currency)?.fees ?? 0 }
      }),
    }
  })
}
