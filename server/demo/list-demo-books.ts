import { HOUR_MS } from '#contract/duration.ts'
import { noFacts } from '#contract/books/book-facts.ts'
import type { AccountRow } from '#server/accounts/accounts.public.ts'
import { madeUpPrice } from '#server/books/made-up-price.ts'
import { recordBook } from '#server/books/record-book.ts'
import { unbookPastJobs } from '#server/database/unbook-jobs.ts'
import type { Tx } from '#server/database/schema.ts'
import { markFilled } from './demo.sql.ts'
import type { DemoServices } from './demo-services.ts'
import type { DemoBook } from './books/demo-book.ts'
import { demoBooks } from './books/demo-books.ts'
import { earlierBooks } from './books/earlier-books.ts'
import { clubLife } from './story/club-life.ts'
import { deals } from './story/deals.ts'
import { happeningsOf } from './story/order-steps.ts'
import { getNamed, playStory } from './story/scene.ts'

/** Hours between two listings; the latest is recent. */
const HOURS_BETWEEN_LISTINGS = 9

const phones: Record<string, string> = {
  marguerite: '+1 555 010 0142',
  tomas: '+1 555 010 0177',
  ingrid: '+1 555 010 0119',
  priya: '+1 555 010 0103',
  jonah: '+1 555 010 0168',
}

/** All listings of the demo with their age. */
const listings: readonly (DemoBook & { category: string | null; hoursAgo: number })[] = [
  ...earlierBooks.map((book) => ({ ...book, hoursAgo: book.listed * 24 })),
  ...demoBooks.map((book, place) => ({ ...book, hoursAgo: (place + 1) * HOURS_BETWEEN_LISTINGS })),
]

/**
 * Lists all demo books with their pictures, advertises some, and plays the demo's story, in one transaction and without
 * emails. False when the demo is in already.
 */
export function listDemoBooks(
  services: DemoServices,
  accounts: ReadonlyMap<string, AccountRow>,
  pictures: ReadonlyMap<string, string>,
): Promise<boolean> {
  const now = services.clock.now()
  return services.db.transaction().execute(async (tx) => {
    const accountIds = [...accounts.values()].map(({ id }) => id)
    if (!(await markFilled(tx, accountIds, now))) return false
    const books = new Map<string, string>()
    for (const listing of listings) {
      const sellerId = getNamed(accounts, listing.seller).id
      books.set(listing.title, await putBook(services, tx, listing, { sellerId, pictures, now }))
    }
    const story = [...deals.flatMap((deal) => happeningsOf(deal, phones)), ...clubLife]
    await playStory(story, { services, tx, accounts, books, now, payments: services.payments.open })
    await unbookPastJobs(tx, now)
    return true
  })
}

function putBook(
  { shop: { currency } }: Pick<DemoServices, 'shop'>,
  tx: Tx,
  { hoursAgo, ...book }: (typeof listings)[number],
  { sellerId, pictures, now }: { sellerId: string; pictures: ReadonlyMap<string, string>; now: Date },
): Promise<string> {
  const postedAt = new Date(now.getTime() - hoursAgo * HOUR_MS)
  const picture = pictures.get(book.title)
  const listing = {
    ...noFacts,
    ...book,
    originalPrice: madeUpPrice(book.originalPrice, currency),
    resalePrice: madeUpPrice(book.resalePrice, currency),
    mobileNumber: phones[book.seller]!,
    images: picture ? [picture] : [],
  }
  return recordBook(tx, sellerId, listing, {
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
}
