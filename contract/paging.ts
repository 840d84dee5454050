import * as z from 'zod/mini'
import { MOST_PER_PAGE, PAGE_SIZE } from './list-limits.ts'

const LIMIT_MESSAGE = `limit is a whole number from 1 to ${MOST_PER_PAGE}`
const CURSOR_MESSAGE = 'cursor comes from a Link header of ours'
/** A cursor holds what the last row was sorted by, which may be the beginning of a long title. */
const LONGEST_CURSOR = 800

/** Pagination: the query of every list, with how many, from where on, and in which order. The first of `sorts` is the usual one. */
export const pageQuery = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  limit: z._default(
    z.codec(
      z.string(LIMIT_MESSAGE).check(z.regex(/^\d{1,3}$/, LIMIT_MESSAGE)),
      z.int().check(z.gte(1, LIMIT_MESSAGE), z.lte(MOST_PER_PAGE, LIMIT_MESSAGE)),
      {
        decode: Number,
        encode: String,
      },
    ),
    PAGE_SIZE,
  ),
  cursor: z.optional(z.string(CURSOR_MESSAGE).check(z.maxLength(LONGEST_CURSOR, CURSOR_MESSAGE))),
  sort: z._default(z.enum(sorts, { error: `sort is one of ${sorts.join(', ')}` }), sorts[0]),
})

export interface PageRequest<Sort extends string> {
  limit: number
  cursor?: string | undefined
  sort: Sort
}
