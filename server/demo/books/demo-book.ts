import type { Condition, NewBook } from '#contract/books/books.ts'

/**
 * Listing of a demo book, as its seller would have typed it. Prices in US cents. None has an ISBN: the books don't
 * exist.
 */
export interface DemoBook extends Partial<Pick<NewBook, 'publisher' | 'yearPublished' | 'language' | 'binding'>> {
  title: string
  author: string
  description: string
  location: string
  originalPrice: number
  resalePrice: number
  yearOfPurchase: number
  condition: Condition | null
  /** Nickname of the seller. */
  seller: 'marguerite' | 'tomas' | 'ingrid'
  /** Seller's photo: the name of a file in demo/pictures/, without `.webp`. */
  picture?: string
  isAdvertised?: true
  /** Former price, for a price drop. */
  loweredFrom?: number
}
