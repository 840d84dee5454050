import * as z from 'zod/mini'
import { book } from '#contract/books/books.ts'
import { defineCall, id } from '#contract/call.ts'
import { exampleIds } from '#contract/examples.ts'
import { pageQuery } from '#contract/paging.ts'
import { MOST_FAVOURITES, MOST_FAVOURITES_OF_VISITOR } from './favourite-limits.ts'

export const listFavourites = defineCall({
  method: 'GET',
  path: '/favourites',
  topics: ['favourites', 'books'],
  access: 'member',
  summary: 'The caller’s favourites, the latest first; reserved and sold ones too, not those that left the shop',
  query: z.object(pageQuery(['newest'])),
  answer: z.array(book),
  paged: true,
})

export const listFavouriteIds = defineCall({
  method: 'GET',
  path: '/favourites/ids',
  access: 'member',
  summary: `Ids of the caller’s favourites, at most ${MOST_FAVOURITES}: for the hearts of a page, by one call`,
  answer: z.array(z.uuid()),
})

export const addFavourite = defineCall({
  method: 'PUT',
  path: '/favourites/:id',
  topics: ['favourites'],
  access: 'member',
  summary: 'Keeps a book as a favourite',
  refusals: ['not_found', 'too_many_favourites'],
})

export const removeFavourite = defineCall({
  method: 'DELETE',
  path: '/favourites/:id',
  topics: ['favourites'],
  access: 'member',
  summary: 'Removes a book from the favourites',
  refusals: ['not_found'],
})

const TOO_MANY_MESSAGE = `At most ${MOST_FAVOURITES_OF_VISITOR} books at once`
export const bringFavourites = defineCall({
  method: 'POST',
  path: '/favourites',
  topics: ['favourites'],
  access: 'member',
  summary:
    'Merges the favourites that a browser stored before sign-in. Unknown books, and those above the limit, are left out',
  body: z.object({
    books: z
      .array(id, 'Send the books’ ids as a list')
      .check(z.maxLength(MOST_FAVOURITES_OF_VISITOR, TOO_MANY_MESSAGE)),
  }),
  example: { books: [exampleIds.book] },
})
