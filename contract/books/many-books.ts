import * as z from 'zod/mini'
import { defineCall, id } from '#contract/call.ts'
import { exampleIds } from '#contract/examples.ts'
import { pageQuery } from '#contract/paging.ts'
import { MOST_AT_ONCE, MOST_CHANGED_AT_ONCE, waysToPrice } from './change-of-price.ts'
import { myBookFilter } from './my-book-calls.ts'

export const many = <Item extends z.ZodMiniType>(item: Item, most = MOST_AT_ONCE) => {
  const message = `Name 1 to ${most} books`
  return z.array(item, message).check(z.minLength(1, message), z.maxLength(most, message))
}

/** What can be done to many books at once; each is the inverse of its neighbour. */
export const manyChanges = ['advertise', 'stop-advertising', 'pause', 'show', 'delete', 'restore'] as const
export type ManyChange = (typeof manyChanges)[number]

/** Books that stay as they were, and why, for people. Those not named here nor among the changed were so already. */
export const refused = z.array(z.object({ book: z.uuid(), code: z.string(), reason: z.string() }))
const changed = z.object({ acknowledged: z.literal(true), changed: z.array(z.uuid()), refused })
export type ManyChanged = Omit<z.infer<typeof changed>, 'acknowledged'>

const change = z.enum(manyChanges, { error: `change is one of ${manyChanges.join(', ')}` })

export const changeMyBooks = defineCall({
  method: 'POST',
  path: '/my-books/changes',
  topics: ['books', 'my-books'],
  access: ['seller'],
  summary: `Advertises, pauses, deletes or brings back up to ${MOST_CHANGED_AT_ONCE} of the seller’s books at once; refused books are listed with the reason`,
  body: z.object({
    change,
    books: many(id, MOST_CHANGED_AT_ONCE),
  }),
  example: { change: 'advertise', books: [exampleIds.book] },
  answer: changed,
})

/** A book that a change is about: null where it would change it, else why not. */
const bookToChange = z.object({ book: z.uuid(), reason: z.nullable(z.string()) })
export type BookToChange = z.output<typeof bookToChange>

export const listBooksToChange = defineCall({
  method: 'GET',
  path: '/my-books/changes',
  topics: ['my-books'],
  access: ['seller'],
  summary: `Of the seller’s own books, narrowed as their list is, those that a change is about: which it would change, and which not, and why. Newest first, from up to ${MOST_CHANGED_AT_ONCE} books a page; those that are so already are left out`,
  query: z.object({ ...myBookFilter, change, cursor: pageQuery(['newest']).cursor }),
  answer: z.array(bookToChange),
  paged: true,
})

const PRICE_MESSAGE = 'Write each price as text, in digits'
const priceSaid = z.string(PRICE_MESSAGE).check(z.maxLength(20, PRICE_MESSAGE))

export const repriceMyBooks = defineCall({
  method: 'POST',
  path: '/my-books/prices',
  topics: ['books', 'my-books'],
  access: ['seller'],
  summary: `Gives up to ${MOST_AT_ONCE} of the seller’s books another price, each unless it has another one than \`from\` by now; refused books are listed with the reason`,
  body: z.object({ prices: many(z.object({ book: id, from: priceSaid, to: priceSaid }, PRICE_MESSAGE)) }),
  example: { prices: [{ book: exampleIds.book, from: '12.50', to: '11' }] },
  answer: changed,
})

/** A book that a change of prices is about, its price now and then, as texts; `reason` is null where it would change. */
const newPrice = z.object({ book: z.uuid(), from: z.string(), to: z.string(), reason: z.nullable(z.string()) })
export type NewPrice = z.output<typeof newPrice>

export const listNewPrices = defineCall({
  method: 'GET',
  path: '/my-books/prices',
  topics: ['my-books'],
  access: ['seller'],
  summary: `What a change of price would do to the seller’s own books, narrowed as their list is: the price now, the new one, and why it would stay. \`by\` is a percentage such as 10%, or an amount; a price is set to an amount. Newest first, from up to ${MOST_CHANGED_AT_ONCE} books a page; those that cost that already are left out`,
  query: z.object({
    ...myBookFilter,
    way: z.enum(waysToPrice, { error: `way is one of ${waysToPrice.join(', ')}` }),
    by: priceSaid,
    cursor: pageQuery(['newest']).cursor,
  }),
  answer: z.array(newPrice),
  paged: true,
})
