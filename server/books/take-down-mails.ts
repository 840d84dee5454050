import * as z from 'zod/mini'
import { bookPath } from '#contract/books/book-path.ts'
import { href } from '#contract/href.ts'
import { mailText, quoted } from '#contract/mail-words.ts'
import { takeDownReasons } from '#contract/books/take-downs.ts'
import { clubContact } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import type { Db } from '#server/database/schema.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import { findBookWithTakeDown } from './books.sql.ts'
import { takeDownOf } from './books.shape.ts'

/**
 * Mails the seller that a listing was taken down `since` then, and why. Null once it is back, and for a closed account.
 */
export const listingTakenDownMail = defineMail({
  name: 'listing_taken_down',
  group: 'always',
  params: z.object({ bookId: z.string(), since: z.string() }),
  write: async ({ db, site }, { bookId, since }) => {
    const found = await findWithSeller(db, bookId)
    const why = found && takeDownOf(found.book)
    if (!why || why.since.toISOString() !== since) return null
    return {
      to: found.to,
      subject: `Taken down: ${quoted(found.book.title)}`,
      text: mailText([
        `We have taken down your listing ${quoted(found.book.title)}. Nobody but you can see it, and it isn’t for sale.`,
        `Reason: ${takeDownReasons[why.reason]}${why.note ? ` (“${why.note}”)` : ''}`,
        `If it can be put right, edit it under My Products, and write to us when you have: ${clubContact(site)}. Write as well if you disagree.`,
        `Your books: ${site.publicUrl}${href('/dashboard/my-products')}`,
      ]),
    }
  },
})

/** Mails the seller that the listing is back. Null where it is down again, or gone. */
export const listingPutBackMail = defineMail({
  name: 'listing_put_back',
  group: 'always',
  params: z.object({ bookId: z.string(), since: z.string() }),
  write: async ({ db, site }, { bookId }) => {
    const found = await findWithSeller(db, bookId)
    if (!found || takeDownOf(found.book)) return null
    return {
      to: found.to,
      subject: `Back again: ${quoted(found.book.title)}`,
      text: mailText([
        `We have put your listing ${quoted(found.book.title)} back. It’s for sale again, unless you have paused your listings.`,
        `See it: ${site.publicUrl}${bookPath({ id: bookId })}`,
      ]),
    }
  },
})

async function findWithSeller(db: Db, bookId: string) {
  const book = await findBookWithTakeDown(db, bookId)
  const seller = book && (await findAccountById(db, book.sellerId))
  return seller && !seller.closedAt ? { book, to: { name: seller.name, address: seller.email } } : null
}
