import * as z from 'zod/mini'
import { defineCall, deleted, id, inserted } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'
import { pageQuery } from '#contract/paging.ts'
import { SEARCH_LIMIT } from '#contract/request-limits.ts'
import { requiredLine } from '#contract/text.ts'

/** How often emails about it come; with `never` the search is saved, and quiet. */
export const OFTEN = ['at_once', 'daily', 'never'] as const
export type Often = (typeof OFTEN)[number]

/** What one account waits for at most. */
export const MOST_WANTS = 50

/** A saved search, or a reserved copy that a member waits for. */
const want = z.object({
  id: z.uuid(),
  name: z.string(),
  /** A saved search, as an address has it; null where it is one copy. */
  search: z.nullable(z.string()),
  bookId: z.nullable(z.uuid()),
  often: z.enum(OFTEN),
  since: time,
})
export type Want = z.output<typeof want>

export const listWants = defineCall({
  method: 'GET',
  path: '/wants',
  topics: ['wants'],
  access: 'member',
  summary: 'What the caller waits for: saved searches, and reserved books that may come back; the latest first',
  query: z.object(pageQuery(['newest'])),
  answer: z.array(want),
  paged: true,
})

const often = z.enum(OFTEN, { error: 'Choose at_once, daily or never' })
const name = requiredLine(200, 'Please give it a name')
const search = z
  .string('Send the search as its address has it')
  .check(z.maxLength(1000, 'This search is too long to save'))
/** The form of a saved search, on both sides. */
export const savedSearch = z.object({
  search,
  name,
  often,
})

const understood = z.object({
  /** Words to wait for: corrected, a beginning as `murak*`, without small words. */
  q: z.string(),
  /** Why no book can ever match, and what to do; null where one can. */
  problem: z.nullable(z.string()),
})
export type UnderstoodSearch = z.output<typeof understood>

export const understandSearch = defineCall({
  method: 'GET',
  path: '/wants/understood',
  topics: ['books'],
  access: 'member',
  summary: 'What to wait for instead of a search as it was typed: its words as they were understood, to be saved',
  query: z.object({ search }),
  answer: understood,
  limit: SEARCH_LIMIT,
})

export const saveSearch = defineCall({
  method: 'POST',
  path: '/wants',
  topics: ['wants'],
  access: 'member',
  summary:
    'Saves a search, as its address has it (q=…&category=…): an email when a book with all its words but small ones appears. A search that no book can ever match is refused. Twice, it is one',
  body: savedSearch,
  example: { search: 'q=sea', name: 'Sea', often: 'daily' },
  answer: inserted,
  refusals: ['email_not_confirmed', 'too_many_wants'],
})

export const wantBook = defineCall({
  method: 'PUT',
  path: '/wants/books/:id',
  topics: ['wants'],
  access: 'member',
  summary: 'Waits for a reserved book: one email when it is back on sale',
  answer: inserted,
  refusals: ['not_found', 'own_book', 'book_not_reserved', 'email_not_confirmed', 'too_many_wants'],
})

export const changeWant = defineCall({
  method: 'PATCH',
  path: '/wants/:id',
  topics: ['wants'],
  access: 'member',
  summary: 'Renames what the caller waits for, and says whether its emails come at once, daily or never',
  params: z.object({ id }),
  body: z.object({ name, often }),
  example: { name: 'Sea', often: 'daily' },
  refusals: ['not_found'],
})

export const removeWant = defineCall({
  method: 'DELETE',
  path: '/wants/:id',
  topics: ['wants'],
  access: 'member',
  summary: 'Deletes a saved search, or stops waiting for a reserved book',
  answer: deleted,
  refusals: ['not_found'],
})
