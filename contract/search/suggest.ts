import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { SEARCH_LIMIT } from '#contract/request-limits.ts'
import { optionalLine } from '#contract/text.ts'
import { LONGEST_QUERY } from './query.ts'

/** At most so many of all kinds. */
export const MOST_SUGGESTED = 8

/** A suggestion while typing: a title, an author, a category, or the book with this number. */
export const suggestion = z.object({
  kind: z.enum(['title', 'author', 'category', 'isbn']),
  /** What is shown, and asked of the search. */
  text: z.string(),
  /** Of a title, its author. */
  by: z.optional(z.string()),
  /** Of a category, its name in addresses. */
  slug: z.optional(z.string()),
})
export type Suggestion = z.infer<typeof suggestion>

export const suggest = defineCall({
  method: 'GET',
  path: '/suggest',
  access: 'anyone',
  summary: `What the letters typed so far may become: titles, authors and categories with books for sale, and ISBNs; at most ${MOST_SUGGESTED}`,
  query: z.object({ q: z._default(optionalLine(LONGEST_QUERY), '') }),
  answer: z.array(suggestion),
  limit: { withinMs: SEARCH_LIMIT.withinMs },
})
