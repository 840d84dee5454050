/** What a list of books may say of each one: its words as they stand in the file. */
export type ListColumn =
  /** Of one of our own lists: the book's id in the shop that saved it. */
  | 'id'
  | 'title'
  | 'authors'
  /** Ten or thirteen digits. */
  | 'isbn'
  /** What the seller asks for the copy. */
  | 'price'
  /** What it cost new. */
  | 'originalPrice'
  | 'condition'
  | 'category'
  | 'location'
  | 'phone'
  | 'description'
  | 'yearOfPurchase'
  /** The year of this edition; `firstPublished` is that of the work, and only tells titles apart. */
  | 'published'
  | 'firstPublished'
  | 'publisher'
  | 'language'
  | 'binding'
  /** How many copies; each becomes a listing. */
  | 'quantity'
  /** Whether it is for sale. */
  | 'state'
  /** Of a reader's own library: books that they only wish for, among others. */
  | 'shelves'

export type ListRow = { [Column in ListColumn]?: string }
/** By which heading of the file each cell of a row stands. */
export type RowHeadings = { [Column in ListColumn]?: string }

/** One line of a list; `unreadable` says why it is no row. */
export type ListLine = { line: number } & ({ row: ListRow; headings?: RowHeadings } | { unreadable: string })

/** What every listing needs beside title and authors, in the order in which people are asked for it. */
export const NEEDED_FACTS = ['price', 'originalPrice', 'location', 'phone', 'yearOfPurchase'] as const
export type NeededFact = (typeof NEEDED_FACTS)[number]

/** What is wrong with a line: the heading and text of the cell where it is one cell's fault. A line may have several. */
export interface RefusedCell {
  line: number
  column?: string
  cell?: string
  reason: string
}
