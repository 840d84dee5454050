import type { EditedField } from '#contract/books/edits-of-many.ts'
import type { MyListing } from '#contract/books/my-book-calls.ts'
import { priceText } from '#contract/money/currency-digits.ts'

interface ListColumn {
  /** A heading that the import knows, too. */
  heading: string
  read: (book: MyListing) => string | number | null | undefined
  /** What it says of a book once the file comes back; none: it is there to be read. */
  field?: EditedField
  isPrice?: true
}

/** The columns of a list of one's own books. */
export const listColumns: readonly ListColumn[] = [
  { heading: 'id', read: ({ id }) => id },
  { heading: 'title', field: 'book_name', read: ({ title }) => title },
  { heading: 'authors', field: 'book_writer', read: ({ author }) => author },
  { heading: 'state', read: stateOf },
  { heading: 'price', field: 'resalePrice', isPrice: true, read: ({ resalePrice }) => priceText(resalePrice) },
  {
    heading: 'original price',
    field: 'originalPrice',
    isPrice: true,
    read: ({ originalPrice }) => priceText(originalPrice),
  },
  { heading: 'currency', read: ({ resalePrice }) => resalePrice.currency },
  { heading: 'condition', field: 'condition', read: ({ condition }) => condition },
  { heading: 'category', field: 'category_name', read: ({ category }) => category },
  { heading: 'location', field: 'location', read: ({ location }) => location },
  { heading: 'phone', field: 'mobileNumber', read: ({ seller }) => seller.mobileNumber },
  { heading: 'description', field: 'description', read: ({ description }) => description },
  { heading: 'year of purchase', field: 'yearOfPurchase', read: ({ yearOfPurchase }) => yearOfPurchase },
  { heading: 'isbn', field: 'isbn', read: ({ isbn }) => isbn },
  { heading: 'publisher', field: 'publisher', read: ({ publisher }) => publisher },
  { heading: 'year published', field: 'yearPublished', read: ({ yearPublished }) => yearPublished },
  { heading: 'language', field: 'language', read: ({ language }) => language },
  { heading: 'binding', field: 'binding', read: ({ binding }) => binding },
  { heading: 'listed', read: ({ postedAt }) => postedAt.toISOString() },
]

function stateOf({ state, isPaused, takenDown }: MyListing): string {
  if (takenDown) return 'taken down'
  return state === 'claimed' ? 'reserved' : isPaused ? 'paused' : state
}
