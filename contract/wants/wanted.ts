import * as z from 'zod/mini'
import { isbnText } from '#contract/books/book-facts.ts'
import { defineCall } from '#contract/call.ts'
import { optionalLine, requiredLine } from '#contract/text.ts'

const wanted = z.object({ words: z.string(), people: z.int() })
/** Words that several members look for, without their names. */
export type Wanted = z.output<typeof wanted>

/** The same, as an admin sees it: `isHidden` keeps it off the home page. */
const keptWanted = z.extend(wanted, { isHidden: z.boolean() })
export type KeptWanted = z.output<typeof keptWanted>

export const listWanted = defineCall({
  method: 'GET',
  path: '/wanted',
  topics: ['wanted'],
  access: ['admin'],
  summary: 'What several members look for, most people first; and whether it is hidden from the home page',
  answer: z.array(keptWanted),
})

export const hideWanted = defineCall({
  method: 'PATCH',
  path: '/wanted',
  topics: ['wanted', 'audit-log'],
  access: ['admin'],
  summary: 'Keeps what members look for off the home page, or shows it again. The audit log says that it was done',
  body: z.object({ words: requiredLine(60, 'Say which words'), isHidden: z.boolean('isHidden is true or false') }),
  example: { words: 'sea', isHidden: true },
  refusals: ['not_found'],
})

/** The highest number of people that a seller sees. */
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
