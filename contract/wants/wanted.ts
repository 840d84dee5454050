import * as z from 'zod/mini'
import { isbnText } from '#contract/books/book-facts.ts'
import { defineCall } from '#contract/call.ts'
import { optionalLine } from '#contract/text.ts'

/** What several members look for, in words: nobody's name. */
export interface Wanted {
  words: string
  people: number
}

/** Of how many people a seller is told at most. */
export const MOST_LOOKING = 99

export const countLooking = defineCall({
  method: 'GET',
  path: '/wants/looking',
  access: ['seller'],
  summary: `How many others look for a book, by the words of their saved searches; no more than ${MOST_LOOKING} are counted`,
  query: z.object({
    title: z._default(optionalLine(300), ''),
    author: z._default(optionalLine(1000), ''),
    isbn: z._default(isbnText, ''),
  }),
  answer: z.object({ people: z.int() }),
})
