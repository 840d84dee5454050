import { sql } from 'kysely'
import * as z from 'zod/mini'
import { CONDITIONS } from '#contract/conditions.ts'
import type { BookRow } from '#server/books/books.public.ts'

/** The listing as it was when the copy was claimed; no contacts in it. */
export type BookSnapshot = Omit<
  BookRow,
  'id' | 'state' | 'mobileNumber' | 'sellerId' | 'sellerName' | 'sellerEmail' | 'sellerEmailVerified'
>

/** What an order calls its book where its snapshot can't be read. */
const NO_TITLE = 'Unknown book'

/** A snapshot's title, of an order `o`. */
export const snapshotTitle = sql`coalesce(o.book_snapshot ->> 'title', ${sql.lit(NO_TITLE)})`

/**
 * The snapshot of a row of books, as it is kept: for good, whatever becomes of the book. Whoever adds a fact to a book
 * adds it here and, with a default for the orders before, in `facts`; the version is for a change that a default can't
 * express.
 */
export const newSnapshot = sql`jsonb_build_object('version', 1,
  'title', title, 'author', author, 'description', description, 'location', location, 'category', category,
  'condition', condition, 'originalPrice', original_price, 'resalePrice', resale_price, 'currency', currency,
  'yearOfPurchase', year_of_purchase, 'images', to_jsonb(images), 'isAdvertised', is_advertised,
  'postedAt', created_at)`

const amount = z.catch(z.optional(z.int().check(z.nonnegative())), undefined)
const moment = z.catch(z.optional(z.iso.datetime({ offset: true })), undefined)

/** What a snapshot tells; what is missing or can't be read is null, false, empty or, where the order knows it, undefined. */
const facts = z.object({
  title: z.catch(z.string(), NO_TITLE),
  author: z.catch(z.string(), ''),
  description: z.catch(z.string(), ''),
  location: z.catch(z.string(), ''),
  category: z.catch(z.nullable(z.string()), null),
  condition: z.catch(z.nullable(z.enum(CONDITIONS)), null),
  originalPrice: amount,
  resalePrice: amount,
  currency: z.catch(z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))), undefined),
  yearOfPurchase: z.catch(z.optional(z.int()), undefined),
  images: z.catch(z.array(z.string()), []),
  isAdvertised: z.catch(z.boolean(), false),
  postedAt: moment,
})

/**
 * Parses what an order keeps of its book, written by whatever version of this program: one from before versions were
 * written down, or a later one that knows more. Each fact that is missing or can't be read has a default, so that an
 * order stays readable, and the list that it stands in.
 */
export function readSnapshot(
  stored: unknown,
  order: { amount: number; currency: string; orderedAt: Date },
): BookSnapshot {
  const isObject = typeof stored === 'object' && stored !== null && !Array.isArray(stored)
  const told = facts.parse(isObject ? stored : {})
  return {
    ...told,
    originalPrice: told.originalPrice ?? order.amount,
    resalePrice: told.resalePrice ?? order.amount,
    currency: told.currency ?? order.currency,
    yearOfPurchase: told.yearOfPurchase ?? order.orderedAt.getUTCFullYear(),
    postedAt: told.postedAt === undefined ? order.orderedAt : new Date(told.postedAt),
  }
}
