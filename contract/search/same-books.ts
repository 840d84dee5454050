import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'
import { exampleIds } from '#contract/examples.ts'
import { namedAccount } from '#contract/accounts/people.ts'
import { pageQuery } from '#contract/paging.ts'
import { requiredLine } from '#contract/text.ts'

const ID_WITHIN = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i
/** A listing by its ad number, or an address that has it. */
const listing = requiredLine(500, 'Paste the link of a listing, or its ad number').check(
  z.refine((text) => ID_WITHIN.test(text), {
    error: 'That isn’t a link to a listing. Open the listing and copy its address, or the ad number at its end.',
  }),
  z.overwrite((text) => ID_WITHIN.exec(text)?.[0].toLowerCase() ?? text),
)

/** Whether two listings are of the same book. */
export const sameBookAnswers = {
  same: 'They are the same book',
  different: 'They are different books',
} as const satisfies Record<string, string>
export type SameBookAnswer = keyof typeof sameBookAnswers
const answer = z.enum(Object.keys(sameBookAnswers) as [SameBookAnswer], 'Choose one')

const saidOfABook = z.object({
  title: z.string(),
  author: z.string(),
  isbn: z.nullable(z.string()),
  language: z.nullable(z.string()),
})

const sameBookDecision = z.object({
  id: z.uuid(),
  answer,
  /** What the two listings said then. The decision holds for all copies that say so. */
  one: saidOfABook,
  other: saidOfABook,
  by: namedAccount,
  at: time,
})
export type SameBookDecision = z.output<typeof sameBookDecision>

export const listSameBooks = defineCall({
  method: 'GET',
  path: '/same-books',
  topics: ['same-books'],
  access: ['admin'],
  summary: 'What admins decided about which listings are of the same book, newest first',
  query: z.object(pageQuery(['newest'])),
  answer: z.array(sameBookDecision),
  paged: true,
})

export const decideSameBooks = defineCall({
  method: 'POST',
  path: '/same-books',
  topics: ['same-books', 'audit-log'],
  access: ['admin'],
  summary: 'Shows two listings as copies of one book, or of two: they, and all others that say the same of their book',
  body: z.object({ listing, other: listing, answer }),
  example: { listing: exampleIds.book, other: exampleIds.message, answer: 'different' },
  refusals: ['not_found', 'listings_alike'],
})

export const undoSameBooks = defineCall({
  method: 'POST',
  path: '/same-books/:id/undo',
  topics: ['same-books', 'audit-log'],
  access: ['admin'],
  summary: 'Takes such a decision back; undone twice, it is undone',
  refusals: ['not_found'],
})
