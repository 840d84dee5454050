import { noFacts } from '#contract/books/book-facts.ts'
import type { AccountRow } from '#server/accounts/accounts.public.ts'
import { madeUpPrice } from '#server/books/made-up-price.ts'
import { recordBook } from '#server/books/record-book.ts'
import { recordSale } from '#server/orders/record-sale.ts'
import type { Services } from '#server/services.ts'
import { markFilled } from './demo.sql.ts'
import { demoBooks } from './shelf/demo-books.ts'

const HOUR_MS = 3600 * 1000
/** A new listing every so often, the latest one not long ago. */
const HOURS_BETWEEN_LISTINGS = 9

const MEETING_PLACE = 'Central Library, by the returns box'

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
  const { currency, claimSeconds } = services.shop
  return services.db.transaction().execute(async (tx) => {
    const accountIds = [...accounts.values()].map(({ id }) => id)
    if (!(await markFilled(tx, accountIds, now))) return false
    for (const [place, book] of demoBooks.entries()) {
      const postedAt = new Date(now.getTime() - (place + 1) * HOURS_BETWEEN_LISTINGS * HOUR_MS)
      const picture = pictures.get(book.title)
      const listing = {
        ...noFacts,
        ...book,
        originalPrice: madeUpPrice(book.originalPrice, currency),
        resalePrice: madeUpPrice(book.resalePrice, currency),
        mobileNumber: phones[book.seller]!,
        images: picture ? [picture] : [],
      }
      const sellerId = accounts.get(book.seller)!.id
      const bookId = await recordBook(tx, sellerId, listing, {
        currency,
        listedAt: postedAt,
        isAdvertised: book.isAdvertised === true,
        ...(book.loweredFrom && {
          lowered: {
            from: madeUpPrice(book.loweredFrom, currency),
            at: new Date((postedAt.getTime() + now.getTime()) / 2),
          },
        }),
      })
      if (book.boughtBy) {
        const boughtAt = new Date(postedAt.getTime() + HOUR_MS)
        const payBy = new Date(boughtAt.getTime() + claimSeconds * 1000)
        const buyer = { ...buyerOf(accounts.get(book.boughtBy)!), phone: phones[book.boughtBy]! }
        const claim = { bookId, ...buyer, meetingLocation: MEETING_PLACE, paysInCash: false, now: boughtAt, payBy }
        await recordSale(tx, claim, 'demo_', book.isHandedOver ? now : null)
      }
    }
    return true
  })
}

const buyerOf = ({ id, name, email }: AccountRow) => ({ buyerId: id, buyerName: name, buyerEmail: email })
