import type { Condition, NewBook } from '#contract/books/books.ts'

/** One listing of the demo shop, as its seller would have typed it. Prices in US cents. None has an ISBN: the books don't exist. */
export interface DemoBook extends Partial<Pick<NewBook, 'publisher' | 'yearPublished' | 'language' | 'binding'>> {
  title: string
  author: string
  description: string
  location: string
  originalPrice: number
  resalePrice: number
  yearOfPurchase: number
  condition: Condition | null
  /** Which of the demo's sellers offers it. */
  seller: 'marguerite' | 'tomas' | 'ingrid'
  /** The seller's photo: the name of a file in demo/pictures/, without `.webp`. */
  picture?: string
  isAdvertised?: true
  /** What it cost until a while ago. */
  loweredFrom?: number
}
