import { HOUR_MS } from '#contract/duration.ts'
import { noFacts } from '#contract/books/book-facts.ts'
import type { AccountRow } from '#server/accounts/accounts.public.ts'
import { madeUpPrice } from '#server/books/made-up-price.ts'
import { recordBook } from '#server/books/record-book.ts'
import { unbookPastJobs } from '#server/database/unbook-jobs.ts'
import type { Tx } from '#server/database/schema.ts'
import { markFilled } from './demo.sql.ts'
import type { DemoServices } from './demo-services.ts'
import { demoBooks, earlierBooks } from './demo-books.ts'
import { playStory } from './play-story.ts'
import { getNamed } from './story-acts.ts'

const phones = new Map([
  ['marguerite', '+1 555 010 0142'],
  ['tomas', '+1 555 010 0177'],
  ['ingrid', '+1 555 010 0119'],
  ['priya', '+1 555 010 0103'],
  ['jonah', '+1 555 010 0168'],
])

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
    for (const listing of [...earlierBooks, ...demoBooks]) {
      const sellerId = getNamed(accounts, listing.seller).id
      books.set(listing.title, await putBook(services, tx, listing, { sellerId, pictures, now }))
    }
    await playStory({ services, tx, accounts, phones, books, now, payments: services.payments.open })
    await unbookPastJobs(tx, now)
    return true
  })
}

function putBook(
  { shop: { currency } }: Pick<DemoServices, 'shop'>,
  tx: Tx,
  { hoursAgo, ...book }: (typeof demoBooks)[number],
  { sellerId, pictures, now }: { sellerId: string; pictures: ReadonlyMap<string, string>; now: Date },
): Promise<string> {
  const postedAt = new Date(now.getTime() - hoursAgo * HOUR_MS)
  const picture = pictures.get(book.title)
  const listing = {
    ...noFacts,
    ...book,
    originalPrice: madeUpPrice(book.originalPrice, currency),
    resalePrice: madeUpPrice(book.resalePrice, currency),
    mobileNumber: getNamed(phones, book.seller),
    images: picture ? [picture] : [],
  }
  return recordBook(tx, sellerId, listing, {
    currency,
    listedAt: postedAt,
    isAdvertised: book.isAdvertised !== undefined,
    ...(book.loweredFrom && {
      lowered: {
        from: madeUpPrice(book.loweredFrom, currency),
        at: new Date((postedAt.getTime() + now.getTime()) / 2),
      },
    }),
  })
}
