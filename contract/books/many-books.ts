import * as z from 'zod/mini'
import { defineCall, id } from '#contract/call.ts'
import { exampleIds } from '#contract/examples.ts'
import { MOST_AT_ONCE } from './change-of-price.ts'

const MANY_MESSAGE = `Name 1 to ${MOST_AT_ONCE} books`
export const many = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item, MANY_MESSAGE).check(z.minLength(1, MANY_MESSAGE), z.maxLength(MOST_AT_ONCE, MANY_MESSAGE))

/** What can be done to many books at once; each is the inverse of its neighbour. */
export const manyChanges = ['advertise', 'stop-advertising', 'pause', 'show', 'delete', 'restore'] as const
export type ManyChange = (typeof manyChanges)[number]

/** Books that stay as they were, and why, for people. Those not named here nor among the changed were so already. */
export const refused = z.array(z.object({ book: z.uuid(), code: z.string(), reason: z.string() }))
const changed = z.object({ acknowledged: z.literal(true), changed: z.array(z.uuid()), refused })
export type ManyChanged = Omit<z.infer<typeof changed>, 'acknowledged'>

export const changeMyBooks = defineCall({
  method: 'POST',
  path: '/my-books/changes',
  topics: ['books', 'my-books'],
  access: ['seller'],
  summary: `Advertises, pauses, deletes or brings back up to ${MOST_AT_ONCE} of the seller’s books at once; refused books are listed with the reason`,
  body: z.object({
    change: z.enum(manyChanges, { error: `change is one of ${manyChanges.join(', ')}` }),
    books: many(id),
  }),
  example: { change: 'advertise', books: [exampleIds.book] },
  answer: changed,
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
