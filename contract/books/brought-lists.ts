import * as z from 'zod/mini'
import { acknowledged, defineCall } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'
import { showable } from '#contract/text.ts'
import { leftOutWords } from './left-out.ts'
import { LIST_COLUMNS } from './lists/list-columns.ts'

/** What a list may be at most. */
export const MOST_LIST_BYTES = 10 * 1024 * 1024
/** Also of copies, which a row may count by its quantity. */
export const MOST_LIST_ROWS = 10_000
export const MOST_LISTS_A_DAY = 20
/** So many rows are shown and can be corrected, of those that would be listed and of those that can't. */
export const MOST_ROWS_SHOWN = 100
/** Days until an uploaded list without an import is removed. */
export const LIST_DAYS = 7

/** What may hold for every book of a list. */
export const GIVEN_FACTS = [
  'price',
  'originalPrice',
  'condition',
  'category',
  'location',
  'phone',
  'description',
  'yearOfPurchase',
] as const
export type GivenFact = (typeof GIVEN_FACTS)[number]

const CELL_MESSAGE = 'Write each cell as text, at most 5,000 characters'
const cell = z.string(CELL_MESSAGE).check(z.maxLength(5000, CELL_MESSAGE), showable)
const column = z.enum(LIST_COLUMNS, { error: 'Name a column that lists have' })
/** The texts of a row, by column; `cells` is what a seller may write in their place. */
const fileCells = z.partialRecord(column, z.string())
const cells = z.partialRecord(column, cell, 'cells has texts by the names of columns')
export type ListCells = z.output<typeof fileCells>

const GIVEN_MESSAGE = 'given has texts by the names of facts'
const given = z.partialRecord(
  z.enum(GIVEN_FACTS, { error: 'Name a fact that may hold for all books' }),
  cell,
  GIVEN_MESSAGE,
)

const shownBook = z.object({
  line: z.int(),
  cells: fileCells,
  title: z.string(),
  author: z.string(),
  price: z.string(),
})
const refusedRow = z.object({
  line: z.int(),
  /** Empty where the line is no row. */
  cells: fileCells,
  /** By which column, also one that the file doesn't have; `heading` as the file has it. */
  reasons: z.array(
    z.object({
      column: z.optional(column),
      heading: z.optional(z.string()),
      cell: z.optional(z.string()),
      reason: z.string(),
    }),
  ),
})

/** What would become of a list. */
const look = z.object({
  /** The file's encoding; `isGuess` where the file doesn't name it, with titles that show what would change. */
  encoding: z.object({ name: z.string(), isGuess: z.boolean(), titles: z.array(z.string()) }),
  /** What neither a column nor the seller says of the books, and every listing needs. */
  missing: z.array(z.enum(GIVEN_FACTS)),
  rows: z.int(),
  fresh: z.int(),
  /** On the seller's list already. */
  known: z.int(),
  refused: z.int(),
  leftOut: z.array(
    z.object({ because: z.enum(Object.keys(leftOutWords) as [keyof typeof leftOutWords]), rows: z.int() }),
  ),
  /** Cells that the listings can't say, such as a language that we don't know. */
  lost: z.array(z.object({ column: z.string(), cell: z.string(), rows: z.int() })),
  books: z.array(shownBook),
  refusedRows: z.array(refusedRow),
})
export type LookAtList = z.infer<typeof look>

const readings = z.array(z.object({ encoding: z.string(), titles: z.array(z.string()) }))

const brought = z.object({
  fileName: z.string(),
  revision: z.int(),
  /** The encoding that the seller named; empty for what is found. */
  encoding: z.string(),
  given,
  /** How many rows the seller corrected here. */
  corrected: z.int(),
  /** Null where the file can't be read without more from the seller. */
  look: z.nullable(look),
  /** Why not, and how some titles read in other encodings. */
  problem: z.nullable(z.object({ words: z.string(), readings })),
})
export type BroughtList = z.infer<typeof brought>

export const bringList = defineCall({
  method: 'POST',
  path: '/my-books/list',
  access: ['seller'],
  summary: `Brings a list of new books as a file (multipart field list): CSV, tabs or semicolons, at most ${MOST_LIST_BYTES / 1024 / 1024} MB, ${MOST_LIST_ROWS} rows and as many copies. Nothing is listed yet; it takes the place of one that was brought before`,
  file: 'list',
  limit: { ofAccountADay: MOST_LISTS_A_DAY },
  refusals: ['invalid_input', 'list_too_large', 'list_under_way', 'too_many_lists', 'unsupported_media_type'],
})

export const lookAtList = defineCall({
  method: 'GET',
  path: '/my-books/list',
  access: ['seller'],
  summary: 'The list that the seller brought, and what would become of each row; list is null where there is none',
  answer: z.object({ list: z.nullable(brought) }),
  limit: { counts: 'writes' },
  refusals: ['unavailable'],
})

export const changeList = defineCall({
  method: 'PATCH',
  path: '/my-books/list',
  access: ['seller'],
  summary:
    'Says how the list that was brought is to be read: its encoding, what is so for all books, and what stands in place of cells of a line',
  body: z
    .object({
      encoding: z.optional(z.string('Name an encoding').check(z.maxLength(40, 'Name an encoding'))),
      given: z.optional(given),
      correction: z.optional(
        z.object({ line: z.int('line is a number').check(z.positive('line is a number')), cells }),
      ),
    })
    .check(z.refine((change) => Object.values(change).some((said) => said !== undefined), 'Say what to change')),
  example: { given: { location: 'By the fountain' } },
  refusals: ['not_found', 'list_under_way', 'too_many_requests'],
})

export const dropList = defineCall({
  method: 'DELETE',
  path: '/my-books/list',
  access: ['seller'],
  summary: 'Forgets the list that was brought; nothing of it is listed',
  refusals: ['list_under_way'],
})

export const importList = defineCall({
  method: 'POST',
  path: '/my-books/list/import',
  topics: ['books', 'my-books'],
  access: ['seller'],
  summary: 'Lists the books of the list that was brought, in the background; unless it was changed since that revision',
  body: z.object({ revision: z.int('revision is a number') }),
  example: { revision: 1 },
  answer: z.object({ acknowledged: z.literal(true), importId: z.uuid() }),
  refusals: ['not_found', 'list_under_way', 'list_changed'],
})

const imported = z.object({
  id: z.uuid(),
  fileName: z.string(),
  begunAt: time,
  /** Null while it goes on, or where it ended in the middle. */
  finishedAt: z.nullable(time),
  isUnderWay: z.boolean(),
  rowsDone: z.int(),
  inserted: z.int(),
  known: z.int(),
  refused: z.int(),
  leftOut: z.int(),
  takenBackAt: z.nullable(time),
  removed: z.nullable(z.int()),
})
export type Imported = z.infer<typeof imported>

export const listImports = defineCall({
  method: 'GET',
  path: '/my-books/imports',
  access: ['seller'],
  summary: 'The lists whose books the seller listed, the newest first, at most 100; with how far one is that goes on',
  answer: z.array(imported),
})

/** What became of an import's books when it was taken back. */
const takenBack = z.object({
  /** How many left the shop. */
  removed: z.int(),
  sold: z.int(),
  reserved: z.int(),
  edited: z.int(),
  takenDown: z.int(),
})
export type TakenBack = z.output<typeof takenBack>

export const takeBackImport = defineCall({
  method: 'POST',
  path: '/my-books/imports/:id/take-back',
  topics: ['books', 'my-books'],
  access: ['seller'],
  summary:
    'Takes an import back as a whole: what is for sale as it came leaves the shop; what was sold, reserved or edited since stays, and is counted',
  answer: z.extend(acknowledged, takenBack.shape),
  refusals: ['not_found'],
})
