import type { AccountRow } from '#server/accounts/accounts.sql.ts'
import { insertBook, setAdvertised } from '#server/books/books.sql.ts'
import { madeUpPrice } from '#server/books/made-up-price.ts'
import type { Db } from '#server/database/schema.ts'
import { claimBook, confirmOrder, findOrder, moveOrder, setIntent } from '#server/orders/orders.sql.ts'
import { insertPayment } from '#server/payments/payments.sql.ts'
import type { Services } from '#server/services.ts'
import { markFilled } from './demo.sql.ts'
import { demoBooks } from './shelf/demo-books.ts'

const HOUR_MS = 3600 * 1000
/** A new listing every so often, the latest one not long ago. */
const HOURS_BETWEEN_LISTINGS = 9

const phones: Record<string, string> = {
  marguerite: '+1 555 010 0142',
  tomas: '+1 555 010 0177',
  ingrid: '+1 555 010 0119',
  priya: '+1 555 010 0103',
  jonah: '+1 555 010 0168',
}

/**
 * Lists all demo books with their pictures, advertises some, and lets the buyers buy theirs, in one transaction:
 * all of it or nothing. False when the demo is in already.
 */
export function fillShelves(
  services: Pick<Services, 'db' | 'clock' | 'shop'>,
  accounts: ReadonlyMap<string, AccountRow>,
  pictures: ReadonlyMap<string, string>,
): Promise<boolean> {
  const now = services.clock.now()
  const { currency, holdSeconds } = services.shop
  return services.db.transaction().execute(async (tx) => {
    const accountIds = [...accounts.values()].map(({ id }) => id)
    if (!(await markFilled(tx, accountIds, now))) return false
    for (const [place, book] of demoBooks.entries()) {
      const postedAt = new Date(now.getTime() - (place + 1) * HOURS_BETWEEN_LISTINGS * HOUR_MS)
      const picture = pictures.get(book.title)
      const listing = {
        ...book,
        originalPrice: madeUpPrice(book.originalPrice, currency),
        resalePrice: madeUpPrice(book.resalePrice, currency),
        mobileNumber: phones[book.seller]!,
        images: picture ? [picture] : [],
      }
      const bookId = await insertBook(tx, accounts.get(book.seller)!.id, listing, { currency, now: postedAt })
      if (book.isAdvertised) await setAdvertised(tx, bookId, true, postedAt)
      if (book.boughtBy) {
        const boughtAt = new Date(postedAt.getTime() + HOUR_MS)
        const payBy = new Date(boughtAt.getTime() + holdSeconds * 1000)
        await sell(tx, bookId, accounts.get(book.boughtBy)!, { phone: phones[book.boughtBy]!, now: boughtAt, payBy })
      }
    }
    return true
  })
}

/**
 * The same steps in the same tables as when somebody buys and pays, but for the card provider: at a first start it
 * is not listening yet, so the payment carries an id of the demo's own.
 */
async function sell(
  tx: Db,
  bookId: string,
  buyer: AccountRow,
  { phone, now, payBy }: { phone: string; now: Date; payBy: Date },
): Promise<void> {
  const person = { buyerId: buyer.id, buyerName: buyer.name, buyerEmail: buyer.email, phone }
  const meetingLocation = 'Central Library, by the returns box'
  const orderId = await claimBook(tx, { bookId, ...person, meetingLocation, now, payBy })
  const order = orderId && (await findOrder(tx, orderId))
  if (!order) throw new Error('A demo book could not be bought.')
  const { id, amount, currency } = order
  const intentId = `demo_${id}`
  await setIntent(tx, id, intentId)
  await confirmOrder(tx, id, now)
  await insertPayment(tx, { orderId: id, intentId, amount, currency, refundReason: null }, now)
  await moveOrder(tx, order, 'paid', now)
}
