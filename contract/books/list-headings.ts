/** What a list of books may say of each one. */
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

/**
 * By which headings a column is known, as `squeezed` leaves them: ours, those of common exports (Goodreads,
 * LibraryThing, StoryGraph, AbeBooks, BX-Books), and German ones. Where a file has several of one column's headings,
 * the first in this list counts whose cell says something.
 */
const HEADINGS: Record<ListColumn, string> = {
  id: 'id',
  title: 'title bookname booktitle titel buchtitel',
  authors: 'authors author bookwriter writer primaryauthor bookauthor autor autoren autorin verfasser verfasserin',
  isbn: 'isbn13 ean isbn isbn10 isbns isbnuid isbnnummer isbnnr',
  price:
    'price resaleprice askingprice sellingprice saleprice preis verkaufspreis preisin preisineuro preisineur preiseur vkpreis vk',
  originalPrice: 'originalprice pricenew listprice neupreis originalpreis ladenpreis kaufpreis uvp',
  condition: 'condition conditiontype bookcondition zustand buchzustand erhaltung erhaltungszustand',
  category: 'category categoryname kategorie rubrik',
  location: 'location meetingplace treffpunkt abholort übergabeort',
  phone: 'phone mobilenumber mobile phonenumber telephone telefon telefonnummer handy handynummer mobil mobilnummer',
  description: 'description beschreibung',
  yearOfPurchase:
    'yearofpurchase purchaseyear yearbought acquired purchasedate datepurchased dateacquired kaufjahr kaufdatum gekauft gekauftam anschaffungsjahr erworben',
  published:
    'published yearpublished publicationyear publicationdate date yearofpublication erscheinungsjahr erscheinungsdatum erschienen veröffentlicht',
  firstPublished: 'firstpublished originalpublicationyear year jahr',
  publisher: 'publisher publishername verlag',
  language: 'language languages sprache sprachen',
  binding: 'binding bindingtext format media einband einbandart bindung',
  quantity: 'quantity qty copies numberofcopies anzahl menge stück stückzahl exemplare bestand',
  state: 'state status availability available verfügbarkeit verfügbar',
  shelves: 'exclusiveshelf readstatus bookshelves collections shelf shelves',
}
/** All that a list may say of a book. */
export const LIST_COLUMNS = Object.keys(HEADINGS) as [ListColumn, ...ListColumn[]]

const columns = new Map(
  (Object.entries(HEADINGS) as [ListColumn, string][]).flatMap(([column, names]) =>
    names.split(' ').map((name, rank): [string, { column: ListColumn; rank: number }] => [name, { column, rank }]),
  ),
)

/** 'Original_Price', 'originalPrice' and 'ORIGINAL PRICE (€)' are one heading; so are 'ISBN-13' and 'isbn13'. */
const squeezed = (heading: string): string =>
  heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[([].*/s, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Which column that heading names; null where it is none that we know. */
export const columnNamed = (heading: string): ListColumn | null => columns.get(squeezed(heading))?.column ?? null

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
      const found = columns.get(name)
      // Of two columns with one heading, the first is read.
      if (!found || seen.has(name)) return []
      seen.add(name)
      return [{ ...found, place, heading: heading.trim() }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ column, place, heading }) => ({ column, place, heading }))
}
