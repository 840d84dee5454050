import { dayBefore } from '#contract/duration.ts'
import type { Services } from '#server/services.ts'
import { claimForBuyer } from '../order-changes.sql.ts'
import { payByOf } from '../orders.rules.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import { checkAtOnce, findSale } from './rehearsal.sql.ts'

class TakenBack extends Error {}

/**
 * Sells a copy by the statement of every sale, with all that the database checks and adds, and takes it back in the same
 * transaction: nobody sees it, no email is sent, and nothing is left. Returns the copy's id; null where there is no copy
 * for sale, or nobody to sell it to. Rejects where it can't be sold. May be called any number of times.
 */
export async function rehearseSale({
  db,
  clock,
  shop,
  site,
}: Pick<Services, 'db' | 'clock' | 'shop' | 'site'>): Promise<string | null> {
  let sold: string | null = null
  try {
    await db.transaction().execute(async (tx) => {
      const sale = await findSale(tx)
      if (!sale) return
      const now = clock.now()
      const buyer = await lockOpenAccount(tx, sale.buyerId)
      const claim = {
        ...sale,
        buyerName: buyer.name,
        buyerEmail: buyer.email,
        phone: '',
        meetingLocation: '',
        paysInCash: true,
        fee: { ...site.fee, currency: site.currency },
        now,
        payBy: payByOf(buyer, now, shop.claimSeconds),
      }
      const { opened } = await claimForBuyer(tx, claim, dayBefore(now))
      if (!opened) throw new Error(`The copy ${sale.bookId} is for sale and can’t be sold.`)
      await checkAtOnce(tx)
      sold = sale.bookId
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  return sold
}
