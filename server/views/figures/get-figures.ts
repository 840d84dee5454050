import { FIGURES_WEEKS, type WeekFigures } from '#contract/orders/figures.ts'
import type { Services } from '#server/services.ts'
import { figuresOf, weeksUntil } from './figures.rules.ts'
import { countListings, countSales, sumFees, sumMoney } from './figures.sql.ts'

/** Figures of the last weeks, earliest first: listings, sales and money. Reads only these weeks. */
export async function getFigures({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<WeekFigures[]> {
  const weeks = weeksUntil(clock.now(), FIGURES_WEEKS)
  const since = weeks[0]!
  return figuresOf(weeks, {
    listings: await countListings(db, since),
    sales: await countSales(db, since),
    money: await sumMoney(db, since),
    fees: await sumFees(db, since),
  })
}
