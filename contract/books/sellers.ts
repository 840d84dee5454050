import * as z from 'zod/mini'
import { answersWithinWords, type AnswersWithin } from './answers-within.ts'
import { book } from './books.ts'
import { bookSorts } from './book-sorts.ts'
import { defineCall, idParams } from '#contract/call.ts'
import { pageQuery } from '#contract/paging.ts'

/** Somebody who sells here, as everybody may see them: no contacts. */
export interface Seller {
  id: string
  name: string
  emailVerified: boolean
  /** A picture of the shop's own; null for who has none, or has one that lies elsewhere. */
  photoUrl: string | null
  /** Since when they are in the club: the month, such as '2026-11'. */
  since: string
  /** Copies of theirs that were paid, and not refunded. */
  sold: number
  /** Null where too few have asked to say it. */
  answersWithin: AnswersWithin | null
  /** Nothing of theirs is for sale until they are back. */
  isAway: boolean
}

const sellerOnTheWire = z.object({
  _id: z.uuid(),
  name: z.string(),
  emailVerified: z.boolean(),
  photoURL: z.nullable(z.string()),
  since: z.string(),
  sold: z.int(),
  answersWithin: z.optional(z.enum(Object.keys(answersWithinWords) as [AnswersWithin])),
  paused: z.optional(z.literal(true)),
})

/** Wire ↔ Seller. */
const seller = z.codec(sellerOnTheWire, z.custom<Seller>(), {
  decode: ({ _id, photoURL, paused, answersWithin = null, ...facts }) => ({
    ...facts,
    id: _id,
    photoUrl: photoURL,
    answersWithin,
    isAway: paused === true,
  }),
  encode: ({ id, photoUrl, isAway, answersWithin, ...facts }) => ({
    ...facts,
    _id: id,
    photoURL: photoUrl,
    ...(answersWithin && { answersWithin }),
    ...(isAway && { paused: true as const }),
  }),
})

export const getSeller = defineCall({
  method: 'GET',
  path: '/sellers/:id',
  topics: ['books'],
  access: 'anyone',
  summary: 'Who sells: name, photo, since when, how many copies they have sold, and how soon they usually answer',
  params: idParams,
  answer: seller,
  refusals: ['not_found'],
})

export const listBooksOfSeller = defineCall({
  method: 'GET',
  path: '/sellers/:id/books',
  topics: ['books'],
  access: 'anyone',
  summary: 'What a seller has for sale, newest first or by price',
  params: idParams,
  query: z.object(pageQuery(bookSorts)),
  answer: z.array(book),
  refusals: ['not_found'],
  paged: true,
})
