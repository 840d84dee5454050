import { CLOSED_ACCOUNT, categoryTitle } from '#contract/wording.ts'
import { bookPath } from '#contract/books/book-path.ts'
import type { BookNotes } from '#contract/books/book-notes.ts'
import type { Book } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { priceText } from '#contract/money/currency-digits.ts'
import { bookPicture } from '#contract/sharing.ts'

const SCHEMA = 'https://schema.org'

/** Bindings known to schema.org. */
const FORMATS: { [Binding in NonNullable<Book['binding']>]?: string } = {
  hardback: 'Hardcover',
  'leather-bound': 'Hardcover',
  paperback: 'Paperback',
}

const AVAILABILITY = { unsold: 'InStock', claimed: 'Reserved', sold: 'SoldOut' } as const satisfies Record<
  Book['state'],
  string
>

/** JSON-LD of a copy: the product, its book, and the offer. */
export function bookFacts(book: Book, { authors, description }: BookNotes, publicUrl: string): Record<string, unknown> {
  const pictures = book.images.length > 0 ? book.images : [bookPicture(book.id)]
  const address = publicUrl + bookPath(book)
  return {
    '@context': SCHEMA,
    '@type': ['Product', 'Book'],
    '@id': `${publicUrl}${bookPath({ id: book.id })}#book`,
    url: address,
    mainEntityOfPage: address,
    name: book.title,
    author: (authors.length > 0 ? authors : [book.author]).map((name) => ({ '@type': 'Person', name })),
    description: book.description.trim() || description,
    image: pictures.map((url) => new URL(url, publicUrl).href),
    sku: book.id,
    ...(book.category && { category: categoryTitle(book.category) }),
    ...editionFacts(book),
    itemCondition: `${SCHEMA}/UsedCondition`,
    offers: offerOf(book, address, publicUrl),
  }
}

const editionFacts = (book: Book) => ({
  // GTIN: a 13-digit ISBN is a trade item number as well.
  ...(book.isbn && { isbn: book.isbn, ...(/^\d{13}$/.test(book.isbn) && { gtin13: book.isbn }) }),
  ...(book.publisher && { publisher: { '@type': 'Organization', name: book.publisher } }),
  ...(book.yearPublished && { datePublished: String(book.yearPublished) }),
  ...(book.language && { inLanguage: book.language }),
  ...(book.binding && FORMATS[book.binding] && { bookFormat: `${SCHEMA}/${FORMATS[book.binding]}` }),
})

const offerOf = (book: Book, address: string, publicUrl: string) => ({
  '@type': 'Offer',
  url: address,
  price: priceText(book.resalePrice),
  priceCurrency: book.resalePrice.currency,
  itemCondition: `${SCHEMA}/UsedCondition`,
  availability: `${SCHEMA}/${book.isPaused ? 'OutOfStock' : AVAILABILITY[book.state]}`,
  seller: {
    '@type': 'Person',
    name: book.seller.name,
    ...(book.seller.name !== CLOSED_ACCOUNT && { url: `${publicUrl}${href('/sellers/:id', book.seller.id)}` }),
  },
})
