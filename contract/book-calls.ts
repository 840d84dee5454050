import * as z from 'zod/mini'
import { book, newBook } from './books.ts'
import { acknowledged, defineCall, deleted, idParams, inserted, modified } from './call.ts'
import { pageQuery } from './paging.ts'
import { email, optionalLine } from './text.ts'

const listQuery = z.object({
  ...pageQuery,
  available: z._default(z.enum(['unsold', 'all'], { error: 'available is unsold or all' }), 'unsold'),
})

export const listBooks = defineCall({
  method: 'GET',
  path: '/all-books',
  who: 'anyone',
  summary: 'Books for sale, newest first; with available=all the sold ones too',
  query: listQuery,
  answer: z.array(book),
  paged: true,
})

export const listBooksOfCategory = defineCall({
  method: 'GET',
  path: '/books/:category_name',
  who: 'anyone',
  summary: 'Books for sale in one category, newest first',
  params: z.object({ category_name: optionalLine(60) }),
  query: listQuery,
  answer: z.array(book),
  refusals: ['not_found'],
  paged: true,
})

export const listAdvertisedBooks = defineCall({
  method: 'GET',
  path: '/advertise',
  who: 'anyone',
  summary: 'Advertised and unsold books, fair among sellers; at most 24',
  answer: z.array(book),
})

export const getBook = defineCall({
  method: 'GET',
  path: '/advertise/:id',
  who: 'anyone',
  summary: 'One book, also when it is sold',
  params: idParams,
  answer: book,
  refusals: ['not_found'],
})

export const addBook = defineCall({
  method: 'POST',
  path: '/add-product',
  who: ['seller'],
  summary: 'Puts a copy up for sale; every picture must be an upload of the same seller',
  body: newBook,
  answer: inserted,
})

export const listMyBooks = defineCall({
  method: 'GET',
  path: '/my-books',
  who: ['seller'],
  summary: 'The seller’s own books, newest first',
  query: z.object({ ...pageQuery, email: z.optional(email) }),
  answer: z.array(book),
  refusals: ['not_your_email'],
  paged: true,
})

export const advertiseBook = defineCall({
  method: 'PUT',
  path: '/my-books/:id',
  who: ['seller'],
  summary: 'Advertises an unsold book, or takes that back',
  params: idParams,
  body: z.object({ advertise: z.enum(['true', 'false'], { error: 'advertise is "true" or "false"' }) }),
  answer: modified,
  refusals: ['not_found', 'book_sold'],
})

export const removeBook = defineCall({
  method: 'DELETE',
  path: '/my-books/:id',
  who: ['seller'],
  summary: 'Takes a book off the shop; a sold one only leaves the seller’s list',
  params: idParams,
  answer: deleted,
  refusals: ['not_found', 'book_claimed'],
})

export const restoreBook = defineCall({
  method: 'POST',
  path: '/my-books/:id/restore',
  who: ['seller'],
  summary: 'Brings a book back shortly after it was deleted',
  params: idParams,
  answer: acknowledged,
  refusals: ['not_found', 'too_late_to_restore'],
})
