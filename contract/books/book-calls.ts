import * as z from 'zod/mini'
import { IDEMPOTENCY_KEY, book, newBookIn, sparseBookIn } from './books.ts'
import { defineCall, id, inserted } from '#contract/call.ts'
import { exampleBook } from '#contract/examples.ts'
import { MOST_COUNTED } from '#contract/list-limits.ts'
import { perCurrency } from '#contract/money/money.ts'
import { pageQuery } from '#contract/paging.ts'
import { bookSorts } from '#contract/sorts.ts'
import { optionalLine } from '#contract/text.ts'

const listQuery = z.object({
  ...pageQuery(bookSorts),
  available: z._default(z.enum(['unsold', 'all'], { error: 'available is unsold or all' }), 'unsold'),
})
const categoryName = optionalLine(60)

export const listBooks = defineCall({
  method: 'GET',
  path: '/all-books',
  topics: ['books'],
  access: 'anyone',
  summary: 'Books for sale, newest first or by price; with available=all the sold ones too, newest first only',
  query: listQuery,
  answer: z.array(book),
  paged: true,
})

export const listBooksOfCategory = defineCall({
  method: 'GET',
  path: '/books/:category_name',
  topics: ['books'],
  access: 'anyone',
  summary: 'Books for sale in one category, newest first or by price',
  params: z.object({ category_name: categoryName }),
  query: listQuery,
  answer: z.array(book),
  refusals: ['not_found'],
  paged: true,
})

/** How many books are for sale, counted up to a limit; `orMore` where it was reached. */
export const bookCount = z.object({ count: z.int(), orMore: z.boolean() })
export type BookCount = z.output<typeof bookCount>

export const countBooks = defineCall({
  method: 'GET',
  path: '/all-books/count',
  topics: ['books'],
  access: 'anyone',
  summary: `How many books are for sale, in all, in one category or of one seller; counted up to ${MOST_COUNTED}`,
  query: z.object({ category_name: z.optional(categoryName), seller: z.optional(id) }),
  answer: bookCount,
  refusals: ['not_found'],
})

export const listAdvertisedBooks = defineCall({
  method: 'GET',
  path: '/advertise',
  access: 'anyone',
  summary: 'Advertised and unsold books, fair among sellers; at most 24',
  answer: z.array(book),
})

export const getBook = defineCall({
  method: 'GET',
  path: '/advertise/:id',
  access: 'anyone',
  summary: 'One book, also when it is sold',
  answer: book,
  refusals: ['not_found'],
})

const KEY_MESSAGE = 'An idempotency key has 8 to 64 letters, digits, dashes and underscores'
const idempotencyKey = z.string({ error: KEY_MESSAGE }).check(z.regex(IDEMPOTENCY_KEY, KEY_MESSAGE))

/** Its prices are texts in the shop's currency, so that is what the call is made for. */
export const addBookIn = perCurrency((currency) =>
  defineCall({
    method: 'POST',
    path: '/add-product',
    topics: ['books', 'my-books'],
    access: ['seller'],
    summary:
      'Puts a copy up for sale; every picture must be an upload of the same seller. Repeated with the same body and idempotency_key, it is the same copy',
    query: z.object({ idempotency_key: z.optional(idempotencyKey) }),
    body: newBookIn(currency),
    example: exampleBook,
    ignored: {
      email: 'The account’s own.',
      sellerName: 'The account’s own.',
      available: 'A new book is unsold.',
      advertise: 'A new book is not advertised.',
      postTime: 'The time of the call.',
    },
    answer: inserted,
  }),
)

export const addPiledBookIn = perCurrency((currency) =>
  defineCall({
    method: 'POST',
    path: '/my-books/pile',
    topics: ['books', 'my-books'],
    access: ['seller'],
    summary:
      'Puts a copy up for sale as add-product does, where picture and description may be missing: many books are listed one after the other',
    query: z.object({ idempotency_key: z.optional(idempotencyKey) }),
    body: sparseBookIn(currency),
    example: { ...exampleBook, book_img: '', images: [], description: '' },
    answer: inserted,
  }),
)
