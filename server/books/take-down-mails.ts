import * as z from 'zod/mini'
import { bookPath } from '#contract/books/book-path.ts'
import { href } from '#contract/href.ts'
import { exampleBook, exampleIds } from '#contract/examples.ts'
import { link } from '#contract/mail-blocks.ts'
import { quoted } from '#contract/mail-words.ts'
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
  find: async ({ db }, { bookId, since }) => {
    const found = await findWithSeller(db, bookId)
    const why = found && takeDownOf(found.book)
    return why?.since.toISOString() === since ? { to: found!.to, title: found!.book.title, why } : null
  },
  write: ({ title, why }, site) => ({
    subject: `Taken down: ${quoted(title)}`,
    blocks: [
      `We have taken down your listing ${quoted(title)}. Only you can see it, and it isn’t for sale.`,
      `Reason: ${takeDownReasons[why.reason]}${why.note ? ` (“${why.note}”)` : ''}`,
      `If it can be put right, edit it under My Products, and write to us when you have: ${clubContact(site)}. Write as well if you disagree.`,
      link('See your books', `${site.publicUrl}${href('/dashboard/my-products')}`),
    ],
  }),
  examples: [
    {
      to: 'The seller',
      when: 'An admin takes a listing down',
      facts: {
        title: exampleBook.book_name,
        why: { reason: 'misleading', note: 'The pictures show another edition.', since: new Date(0) },
      },
    },
  ],
})

/** Mails the seller that the listing is back. Null where it is down again, or gone. */
export const listingPutBackMail = defineMail({
  name: 'listing_put_back',
  group: 'always',
  params: z.object({ bookId: z.string(), since: z.string() }),
  find: async ({ db }, { bookId }) => {
    const found = await findWithSeller(db, bookId)
    return !found || takeDownOf(found.book) ? null : { to: found.to, bookId, title: found.book.title }
  },
  write: ({ bookId, title }, { publicUrl }) => ({
    cover: bookId,
    subject: `Back again: ${quoted(title)}`,
    blocks: [
      `We have put your listing ${quoted(title)} back. It’s for sale again, unless you have paused your listings.`,
      link('See it', `${publicUrl}${bookPath({ id: bookId })}`),
    ],
  }),
  examples: [
    {
      to: 'The seller',
      when: 'An admin puts a listing back',
      facts: { bookId: exampleIds.book, title: exampleBook.book_name },
    },
  ],
})

async function findWithSeller(db: Db, bookId: string) {
  const book = await findBookWithTakeDown(db, bookId)
  const seller = book && (await findAccountById(db, book.sellerId))
  return seller && !seller.closedAt ? { book, to: { name: seller.name, address: seller.email } } : null
}
