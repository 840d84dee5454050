import * as z from 'zod/mini'
import { bookFacts } from './book-facts.ts'
import { MOST_AT_ONCE } from './change-of-price.ts'
import { many, refused } from './many-books.ts'
import { defineCall, id } from '#contract/call.ts'
import { exampleIds } from '#contract/examples.ts'

/** What an edit of many books may say of each, by its names on the wire. Pictures have their own form. */
export const editedFields = [
  ...Object.values(bookFacts).map(({ wire }) => wire),
  'originalPrice',
  'resalePrice',
  'mobileNumber',
] as const
export type EditedField = (typeof editedFields)[number]

const TEXT_MESSAGE = 'Say each fact as a text'
const SAYS_MESSAGE = 'says has texts by the names of a book’s facts'
const ROW_MESSAGE = 'Each row names a book and what it says'
/** Texts as a form holds them; a missing field stays. Each is checked book by book. */
const says = z.partialRecord(
  z.enum(editedFields, { error: SAYS_MESSAGE }),
  z.string(TEXT_MESSAGE).check(z.maxLength(5000, TEXT_MESSAGE)),
  SAYS_MESSAGE,
)
export type EditInput = z.output<typeof says>

/** What an edit would do to one book. `reasons` say why it can't be done; without changes, the book is so already. */
const previewed = z.object({
  book: z.uuid(),
  title: z.string(),
  revision: z.int(),
  changes: z.array(z.object({ field: z.enum(editedFields), from: z.string(), to: z.string() })),
  reasons: z.array(z.string()),
})
export type PreviewedEdit = z.infer<typeof previewed>

export const previewEdits = defineCall({
  method: 'POST',
  path: '/my-books/edits/preview',
  access: ['seller'],
  summary: `Says what edits would do to up to ${MOST_AT_ONCE} of the seller’s books, and which can’t be done, and why; changes nothing`,
  body: z.object({ rows: many(z.object({ book: id, says }, ROW_MESSAGE)) }),
  example: { rows: [{ book: exampleIds.book, says: { resalePrice: '11' } }] },
  answer: z.object({ rows: z.array(previewed) }),
  limit: { counts: 'reads' },
})

const edited = z.object({
  acknowledged: z.literal(true),
  /** With the revision that each has now. */
  changed: z.array(z.object({ book: z.uuid(), revision: z.int() })),
  refused,
})

export const editMyBooks = defineCall({
  method: 'POST',
  path: '/my-books/edits',
  topics: ['books', 'my-books'],
  access: ['seller'],
  summary: `Edits up to ${MOST_AT_ONCE} of the seller’s books by the rules of PATCH /my-books/{id}, each unless it was edited since that revision; refused books are listed with the reason`,
  body: z.object({
    rows: many(
      z.object(
        { book: id, revision: z.int('revision is a number').check(z.positive('revision is a number')), says },
        ROW_MESSAGE,
      ),
    ),
  }),
  example: { rows: [{ book: exampleIds.book, revision: 1, says: { resalePrice: '11' } }] },
  answer: edited,
})
export type Edited = Omit<z.infer<typeof edited>, 'acknowledged'>
