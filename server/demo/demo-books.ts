import { z } from 'zod'
import { CONDITIONS } from '#contract/books/conditions.ts'
import { BINDINGS } from '#contract/books/editions.ts'
import { readTable } from './read-table.ts'

const listing = z.object({
  hoursAgo: z.coerce.number(),
  category: z.string().nullable().default(null),
  title: z.string(),
  author: z.string(),
  /** Nickname of the seller. */
  seller: z.enum(['marguerite', 'tomas', 'ingrid']),
  location: z.string(),
  /** Prices in US cents. */
  originalPrice: z.coerce.number(),
  resalePrice: z.coerce.number(),
  /** Former price, for a price drop. */
  loweredFrom: z.coerce.number().optional(),
  yearOfPurchase: z.coerce.number(),
  condition: z.enum(CONDITIONS).nullable().default(null),
  /** Seller's photo: the name of a file in demo/pictures/, without `.webp`. */
  picture: z.string().optional(),
  isAdvertised: z.literal('yes').optional(),
  publisher: z.string().nullable().default(null),
  yearPublished: z.coerce.number().nullable().default(null),
  language: z.string().nullable().default(null),
  binding: z.enum(BINDINGS).nullable().default(null),
  description: z.string().default(''),
})

/**
 * Listings of the demo, as their sellers would have typed them, the latest first. None has an ISBN: titles, authors and
 * texts are the project's own.
 */
export const demoBooks = readTable('books.csv', listing)

/** Books that were listed before those, sold or reserved by now, without pictures. */
export const earlierBooks = readTable('earlier-books.csv', listing)
