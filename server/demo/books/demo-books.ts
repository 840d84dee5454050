import { cookBooks, elsewhere } from './cook-books.ts'
import type { DemoBook } from './demo-book.ts'
import { novels } from './novels.ts'
import { stories } from './stories.ts'

type Listing = DemoBook & { category: string | null }

/** All books of the demo with their categories, mixed so that a page shows some of each. */
export const demoBooks: readonly Listing[] = Array.from(
  { length: Math.max(novels.length, stories.length, cookBooks.length) },
  (_, place): Listing[] => [
    ...novels.slice(place, place + 1).map((book) => ({ ...book, category: 'novel-book' })),
    ...stories.slice(place, place + 1).map((book) => ({ ...book, category: 'story-book' })),
    ...cookBooks.slice(place, place + 1).map((book) => ({ ...book, category: 'cook-book' })),
  ],
)
  .flat()
  .toSpliced(8, 0, ...elsewhere.map((book) => ({ ...book, category: null })))
