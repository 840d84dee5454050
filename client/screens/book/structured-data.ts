import type { Book } from '#contract/books/books.ts'
import { priceText } from '#contract/money/currency-digits.ts'
import { bookPicture } from '#contract/sharing.ts'

const SCHEMA = 'https://schema.org'

/** Schema.org knows no other bindings. */
const FORMATS: { [Binding in NonNullable<Book['binding']>]?: string } = {
  hardback: 'Hardcover',
  'leather-bound': 'Hardcover',
  paperback: 'Paperback',
}

/** Where a book's own page is, whatever way somebody came to it. */
export const bookPath = (book: Book): string => `/advertise/${book.id}`

/** A book for sale in the words of schema.org. */
export function bookFacts(book: Book, publicUrl: string): Record<string, unknown> {
  const pictures = book.images.length > 0 ? book.images : [bookPicture(book.id)]
  return {
    '@context': SCHEMA,
    '@type': ['Product', 'Book'],
    name: book.title,
    author: { '@type': 'Person', name: book.author },
    ...(book.description.trim() && { description: book.description }),
    image: pictures.map((url) => new URL(url, publicUrl).href),
    sku: book.id,
    ...(book.isbn && { isbn: book.isbn }),
    ...(book.publisher && { publisher: { '@type': 'Organization', name: book.publisher } }),
    ...(book.yearPublished && { datePublished: String(book.yearPublished) }),
    ...(book.language && { inLanguage: book.language }),
    ...(book.binding && FORMATS[book.binding] && { bookFormat: `${SCHEMA}/${FORMATS[book.binding]}` }),
    itemCondition: `${SCHEMA}/UsedCondition`,
    offers: {
      '@type': 'Offer',
      url: publicUrl + bookPath(book),
      price: priceText(book.resalePrice),
      priceCurrency: book.resalePrice.currency,
      itemCondition: `${SCHEMA}/UsedCondition`,
      availability: `${SCHEMA}/${book.state !== 'unsold' ? 'SoldOut' : book.isPaused ? 'OutOfStock' : 'InStock'}`,
    },
  }
}
