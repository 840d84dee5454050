import * as z from 'zod/mini'
import { answersWithinWords, type AnswersWithin } from './answers-within.ts'
import { book } from './books.ts'
import { bookSorts } from '#contract/sorts.ts'
import { defineCall } from '#contract/call.ts'
import { pageQuery } from '#contract/paging.ts'

/** A seller as the public sees them: without contacts. */
const seller = z.object({
  id: z.uuid(),
  name: z.string(),
  emailVerified: z.boolean(),
  /** A picture of the shop's own; null for who has none, or has one that lies elsewhere. */
  photoUrl: z.nullable(z.string()),
  /** Since when they are in the club: the month, such as '2026-11'. */
  since: z.string(),
  /** Copies of theirs that were paid, and not refunded. */
  sold: z.int(),
  /** Null where too few have asked to say it. */
  answersWithin: z.nullable(z.enum(Object.keys(answersWithinWords) as [AnswersWithin])),
  /** Nothing of theirs is for sale until they are back. */
  isAway: z.boolean(),
})
export type Seller = z.output<typeof seller>

export const getSeller = defineCall({
  method: 'GET',
  path: '/sellers/:id',
  topics: ['books'],
  access: 'anyone',
  summary: 'Who sells: name, photo, since when, how many copies they have sold, and how soon they usually answer',
  answer: seller,
  refusals: ['not_found'],
})

export const listBooksOfSeller = defineCall({
  method: 'GET',
  path: '/sellers/:id/books',
  topics: ['books'],
  access: 'anyone',
  summary: 'What a seller has for sale, newest first or by price',
  query: z.object(pageQuery(bookSorts)),
  answer: z.array(book),
  refusals: ['not_found'],
  paged: true,
})
