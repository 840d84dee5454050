import type { Condition, NewBook } from '#contract/books/books.ts'
import type { Binding } from '../drawings/brush.ts'
import type { Motif } from '../drawings/motifs.ts'

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
  /** What its picture shows, on which cloth; the seller gave no picture where this is absent. */
  picture?: readonly [Motif, Binding]
  isAdvertised?: true
  /** What it cost until a while ago. */
  loweredFrom?: number
}
