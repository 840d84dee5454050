import type { DemoBook } from './demo-book.ts'

/** A book that was listed before those for sale. */
export type EarlierBook = DemoBook & {
  category: string | null
  /** Age of the listing in days. */
  listed: number
}

const copy = {
  description: 'Read once, with clean hands.',
  originalPrice: 1800,
  yearOfPurchase: 2018,
  condition: 'good',
} as const

/** Books that are sold or reserved by now, without pictures. Likewise the project's own. */
export const earlierBooks: readonly EarlierBook[] = [
  {
    ...copy,
    title: 'The Weather Diary of Aunt Oda',
    author: 'Oda Falkenrath',
    location: 'Harbour Street, Old Port',
    resalePrice: 980,
    category: 'novel-book',
    seller: 'marguerite',
    listed: 27,
  },
  {
    ...copy,
    title: 'A Short History of Long Tables',
    author: 'Benedikt Oyelaran',
    location: 'Market Hall, stall 9',
    resalePrice: 1340,
    category: 'cook-book',
    seller: 'marguerite',
    listed: 25,
  },
  {
    ...copy,
    title: 'The Clockmaker’s Second Apprentice',
    author: 'Lene Astrup',
    location: 'Bell Lane 4',
    resalePrice: 860,
    category: 'story-book',
    seller: 'tomas',
    listed: 24,
  },
  {
    ...copy,
    title: 'Fourteen Ways to Cross a River',
    author: 'Ismael Quintero',
    location: 'Ferry landing',
    resalePrice: 1120,
    category: 'novel-book',
    seller: 'marguerite',
    listed: 22,
  },
  {
    ...copy,
    title: 'Radishes, Mostly',
    author: 'Petronella Voss',
    location: 'Garden Colony “Sunday”',
    resalePrice: 640,
    category: 'cook-book',
    seller: 'ingrid',
    listed: 20,
  },
  {
    ...copy,
    title: 'The Borrowed Umbrella and Other Crimes',
    author: 'Marcus Thistlewood',
    location: 'Station quarter',
    resalePrice: 720,
    category: 'story-book',
    seller: 'tomas',
    listed: 19,
  },
  {
    ...copy,
    title: 'Everything North of Here',
    author: 'Sigrun Haldorsdóttir',
    location: 'Quay 4, by the rope maker',
    resalePrice: 1050,
    category: 'novel-book',
    seller: 'tomas',
    listed: 17,
  },
  {
    ...copy,
    title: 'Hotel for Tired Pigeons',
    author: 'Josefin Abara',
    location: 'Roof terrace, Needle Row',
    resalePrice: 590,
    category: 'story-book',
    seller: 'marguerite',
    listed: 16,
  },
  {
    ...copy,
    title: 'The Last Tram Is Always Full',
    author: 'Emeric Dufault',
    location: 'Tram depot',
    resalePrice: 910,
    category: 'novel-book',
    seller: 'marguerite',
    listed: 15,
  },
]
