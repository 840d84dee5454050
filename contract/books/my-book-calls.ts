import * as z from 'zod/mini'
import { book, sparseBookIn } from './books.ts'
import { takeDown } from './take-downs.ts'
import { defineCall, deleted, modified } from '#contract/call.ts'
import { exampleBook } from '#contract/examples.ts'
import { perCurrency } from '#contract/money/money.ts'
import { pageQuery } from '#contract/paging.ts'
import { myBookSorts } from '#contract/sorts.ts'
import { optionalLine, queriedEmail } from '#contract/text.ts'
import { bookCount } from './book-calls.ts'

/** Which of a seller's own books a list is about. `advertised`: those that are shown as such now. */
export const myBookStates = ['unsold', 'reserved', 'sold', 'paused', 'taken-down', 'advertised'] as const
export type MyBookState = (typeof myBookStates)[number]

/** Words of the title, the writer or the ISBN, each of which has to be there; and the state. */
export interface MyBookFilter {
  search?: string | undefined
  state?: MyBookState | undefined
}

/** What a search may be long. */
export const LONGEST_SEARCH = 100

/** Most of a seller’s own books that are counted; a search looks at the words of each. */
export const MOST_OWN_COUNTED = 20_000

/** Query of `MyBookFilter`. */
export const myBookFilter = {
  search: z.optional(optionalLine(LONGEST_SEARCH)),
  state: z.optional(z.enum(myBookStates, { error: `state is one of ${myBookStates.join(', ')}` })),
}
const filter = { ...myBookFilter, email: z.optional(queriedEmail) }

/** A listing as its seller sees it: with contacts, and the reason where the club took it down. */
export const myListing = z.intersection(
  book,
  z.object({
    /** The seller paused this one; there are other reasons for being paused. */
    isPausedAlone: z.boolean(),
    takenDown: z.nullable(takeDown),
  }),
)
export type MyListing = z.output<typeof myListing>

export const listMyBooks = defineCall({
  method: 'GET',
  path: '/my-books',
  topics: ['my-books'],
  access: ['seller'],
  summary:
    'The seller’s own books, newest first unless sorted otherwise; those with each word of a search in title, writer or ISBN, and in a state',
  query: z.object({ ...pageQuery(myBookSorts), ...filter }),
  answer: z.array(myListing),
  refusals: ['not_your_email'],
  paged: true,
})

export const countMyBooks = defineCall({
  method: 'GET',
  path: '/my-books/count',
  topics: ['my-books'],
  access: ['seller'],
  summary: `How many these are; counted up to ${MOST_OWN_COUNTED}`,
  query: z.object(filter),
  answer: bookCount,
  refusals: ['not_your_email'],
})

/** A listing as its seller edits it: with contacts, and the revision that an edit names. */
const myBook = z.intersection(myListing, z.object({ revision: z.int() }))
export type MyBook = z.output<typeof myBook>

export const getMyBook = defineCall({
  method: 'GET',
  path: '/my-books/:id',
  topics: ['my-books'],
  access: ['seller'],
  summary: 'One of the seller’s own books, with the revision that an edit names',
  answer: myBook,
  refusals: ['not_found'],
})

const REVISION_MESSAGE = 'revision is the number that GET /my-books/{id} answers'
const revision = z.codec(
  z.string(REVISION_MESSAGE).check(z.regex(/^[1-9]\d{0,8}$/, REVISION_MESSAGE)),
  z.int().check(z.positive(REVISION_MESSAGE)),
  { decode: Number, encode: String },
)

/** Its prices are texts in the shop's currency, so that is what the call is made for. */
export const editBookIn = perCurrency((currency) =>
  defineCall({
    method: 'PATCH',
    path: '/my-books/:id',
    topics: ['books', 'my-books'],
    access: ['seller'],
    summary:
      'Changes a listing to what the body says, the same form as a new one: unless it was edited since that revision. While it is reserved, price, condition and pictures stay; a sold one stays as it is',
    query: z.object({ revision }),
    body: sparseBookIn(currency),
    example: exampleBook,
    answer: modified,
    refusals: ['not_found', 'book_sold', 'book_claimed', 'book_changed'],
  }),
)

export const advertiseBook = defineCall({
  method: 'PUT',
  path: '/my-books/:id',
  topics: ['books', 'my-books'],
  access: ['seller'],
  summary: 'Advertises an unsold book, or takes that back; without a body it advertises',
  body: z._default(z.object({ advertise: z.enum(['true', 'false'], { error: 'advertise is "true" or "false"' }) }), {
    advertise: 'true',
  }),
  example: { advertise: 'true' },
  answer: modified,
  refusals: ['not_found', 'book_sold', 'taken_down_already'],
})

export const pauseListings = defineCall({
  method: 'PUT',
  path: '/my-books',
  topics: ['books', 'my-books'],
  access: ['seller'],
  summary: 'Hides all of the seller’s listings, or shows them again; reservations and orders go on',
  body: z.object({ isPaused: z.boolean('isPaused is true or false') }),
  example: { isPaused: true },
  answer: modified,
})

export const removeBook = defineCall({
  method: 'DELETE',
  path: '/my-books/:id',
  topics: ['books', 'my-books'],
  access: ['seller'],
  summary: 'Takes a book off the shop; a sold one only leaves the seller’s list',
  answer: deleted,
  refusals: ['not_found', 'book_claimed'],
})

export const restoreBook = defineCall({
  method: 'POST',
  path: '/my-books/:id/restore',
  topics: ['books', 'my-books'],
  access: ['seller'],
  summary: 'Brings a book back shortly after it was deleted',
  refusals: ['not_found', 'too_late_to_restore'],
})
