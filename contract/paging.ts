import * as z from 'zod/mini'
import { MOST_PER_PAGE, PAGE_SIZE } from './constants.ts'

const LIMIT_MESSAGE = `limit is a whole number from 1 to ${MOST_PER_PAGE}`

/** The query of every list: how many, and from where on. */
export const pageQuery = {
  limit: z._default(
    z.codec(
      z.string().check(z.regex(/^\d{1,3}$/, LIMIT_MESSAGE)),
      z.int().check(z.gte(1, LIMIT_MESSAGE), z.lte(MOST_PER_PAGE, LIMIT_MESSAGE)),
      {
        decode: Number,
        encode: String,
      },
    ),
    PAGE_SIZE,
  ),
  cursor: z.optional(z.string().check(z.maxLength(200, 'cursor comes from a Link header of ours'))),
}

export interface PageRequest {
  limit: number
  cursor?: string | undefined
}
