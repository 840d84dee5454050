import * as z from 'zod/mini'
import { isbnText } from './book-facts.ts'
import { defineCall } from '#contract/call.ts'

/** Fields of the form that an ISBN fills, by their names on the wire. */
export const EDITION_FIELDS = ['book_name', 'book_writer', 'publisher', 'yearPublished', 'language', 'binding'] as const

const edition = z.object({
  /** Whose words they are: of a copy that was listed here, or of Open Library. */
  source: z.enum(['club', 'open-library']),
  book_name: z.string(),
  book_writer: z.string(),
  publisher: z.string(),
  yearPublished: z.string(),
  language: z.string(),
  binding: z.string(),
})
/** What is known of an edition, as a form's fields have it; '' where nothing is. */
export type Edition = z.infer<typeof edition>

export const findEdition = defineCall({
  method: 'GET',
  path: '/editions',
  access: ['seller'],
  summary:
    'What is known of a book by its ISBN, for the form of a new listing: from the club’s own books, else from Open Library where the operator has it asked; null where nothing is',
  query: z.object({ isbn: isbnText.check(z.minLength(1, 'Name an ISBN')) }),
  answer: z.object({ edition: z.nullable(edition) }),
})
