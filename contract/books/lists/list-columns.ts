import type { EditedField } from '#contract/books/edits-of-many.ts'
import type { MyListing } from '#contract/books/my-book-calls.ts'
import { priceText } from '#contract/money/currency-digits.ts'

interface Column {
  /**
   * By which headings the import knows it, as `squeezed` leaves them: ours, those of common exports (Goodreads,
   * LibraryThing, StoryGraph, AbeBooks, BX-Books), and German ones. Where a file has several of them, the first counts
   * whose cell says something.
   */
  names: string
}

/** A column of a seller's list of books. */
interface SavedColumn extends Column {
  heading: string
  read: (book: MyListing) => string | number | null | undefined
  /** What it says of a book once the file comes back; none: it is there to be read. */
  field?: EditedField | undefined
}

const saved = (heading: string, names: string, read: SavedColumn['read'], field?: EditedField): SavedColumn => ({
  heading,
  names,
  read,
  field,
})
type Fact = Extract<EditedField, keyof MyListing>
const fact = (name: Exclude<Fact, 'originalPrice' | 'resalePrice'>, more: string): SavedColumn =>
  saved(name, `${name} ${more}`, (book) => book[name], name)

/** What a list of books may say of each one; ours have their columns in this order. */
const table = {
  /** Of one of our own lists: the book's id in the shop that saved it. */
  id: saved('id', 'id', ({ id }) => id),
  title: saved('title', 'title bookname booktitle titel buchtitel', ({ title }) => title, 'book_name'),
  authors: saved(
    'authors',
    'authors author bookwriter writer primaryauthor bookauthor autor autoren autorin verfasser verfasserin',
    ({ author }) => author,
    'book_writer',
  ),
  /** Whether it is for sale. */
  state: saved('state', 'state status availability available verfügbarkeit verfügbar', stateOf),
  /** What the seller asks for the copy. */
  price: saved(
    'price',
    'price resaleprice askingprice sellingprice saleprice preis verkaufspreis preisin preisineuro preisineur preiseur vkpreis vk',
    ({ resalePrice }) => priceText(resalePrice),
    'resalePrice',
  ),
  /** What it cost new. */
  originalPrice: saved(
    'original price',
    'originalprice pricenew listprice neupreis originalpreis ladenpreis kaufpreis uvp',
    ({ originalPrice }) => priceText(originalPrice),
    'originalPrice',
  ),
  currency: saved('currency', '', ({ resalePrice }) => resalePrice.currency),
  condition: fact('condition', 'conditiontype bookcondition zustand buchzustand erhaltung erhaltungszustand'),
  category: saved('category', 'category categoryname kategorie rubrik', ({ category }) => category, 'category_name'),
  location: fact('location', 'meetingplace treffpunkt abholort übergabeort'),
  phone: saved(
    'phone',
    'phone mobilenumber mobile phonenumber telephone telefon telefonnummer handy handynummer mobil mobilnummer',
    ({ seller }) => seller.mobileNumber,
    'mobileNumber',
  ),
  description: fact('description', 'beschreibung'),
  yearOfPurchase: saved(
    'year of purchase',
    'yearofpurchase purchaseyear yearbought acquired purchasedate datepurchased dateacquired kaufjahr kaufdatum gekauft gekauftam anschaffungsjahr erworben',
    ({ yearOfPurchase }) => yearOfPurchase,
    'yearOfPurchase',
  ),
  /** Ten or thirteen digits. */
  isbn: saved('isbn', 'isbn13 ean isbn isbn10 isbns isbnuid isbnnummer isbnnr', ({ isbn }) => isbn, 'isbn'),
  publisher: fact('publisher', 'publishername verlag'),
  /** The edition's year; `firstPublished` is the work's, and only distinguishes equal titles. */
  published: saved(
    'year published',
    'published yearpublished publicationyear publicationdate date yearofpublication erscheinungsjahr erscheinungsdatum erschienen veröffentlicht',
    ({ yearPublished }) => yearPublished,
    'yearPublished',
  ),
  language: fact('language', 'languages sprache sprachen'),
  binding: fact('binding', 'bindingtext format media einband einbandart bindung'),
  listed: saved('listed', '', ({ postedAt }) => postedAt.toISOString()),
  firstPublished: { names: 'firstpublished originalpublicationyear year jahr' },
  /** How many copies; each becomes a listing. */
  quantity: { names: 'quantity qty copies numberofcopies anzahl menge stück stückzahl exemplare bestand' },
  /** Of a reader's own library: books that they only wish for, among others. */
  shelves: { names: 'exclusiveshelf readstatus bookshelves collections shelf shelves' },
} satisfies Record<string, Column>

function stateOf({ state, isPaused, takenDown }: MyListing): string {
  if (takenDown) return 'taken down'
  return state === 'claimed' ? 'reserved' : isPaused ? 'paused' : state
}

/** What the import reads; the others are in our own lists to be read by people. */
export type ListColumn = Exclude<keyof typeof table, 'currency' | 'listed'>
export const LIST_COLUMNS = Object.entries(table).flatMap(([name, { names }]) => (names ? name : [])) as [
  ListColumn,
  ...ListColumn[],
]

/** The columns of a seller's list of books. */
export const savedColumns = Object.values(table).filter((column): column is SavedColumn => 'heading' in column)

/** What a cell of that column says of a book; nothing where it is there to be read. */
export const fieldOf = (name: ListColumn): EditedField | undefined => (table[name] as Partial<SavedColumn>).field

/** The heading under which our lists have a field. */
export const headingOf = (field: EditedField): string =>
  savedColumns.find((column) => column.field === field)?.heading ?? field

const columnsByName = new Map(
  LIST_COLUMNS.flatMap((column) =>
    table[column].names
      .split(' ')
      .map((name, rank): [string, { column: ListColumn; rank: number }] => [name, { column, rank }]),
  ),
)

/** 'Original_Price', 'originalPrice' and 'ORIGINAL PRICE (€)' are one heading; so are 'ISBN-13' and 'isbn13'. */
const squeezed = (heading: string): string =>
  heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[([].*/s, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** One of our columns, and at which place of a line it stands. */
export interface ColumnPlace {
  column: ListColumn
  place: number
  /** As the file has it. */
  heading: string
}

/** Where our columns stand, by a header; of several for one column the one that counts first comes first. */
export function columnsOf(header: readonly string[]): ColumnPlace[] {
  const seen = new Set<string>()
  return header
    .flatMap((heading, place) => {
      const name = squeezed(heading)
      const found = columnsByName.get(name)
      // Of two columns with one heading, the first is read.
      if (!found || seen.has(name)) return []
      seen.add(name)
      return [{ ...found, place, heading: heading.trim() }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ column, place, heading }) => ({ column, place, heading }))
}
