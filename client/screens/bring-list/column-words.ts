import type { ListColumn } from '#contract/books/lists/list-columns.ts'

/** What people call a column of a list: as the form of a new book does, where that asks for it. */
export const columnWords: Record<ListColumn, string> = {
  id: 'Id',
  title: 'Book Name',
  authors: 'Book Writer',
  category: 'Category',
  isbn: 'ISBN',
  publisher: 'Publisher',
  published: 'Year published',
  firstPublished: 'First published',
  language: 'Language',
  binding: 'Binding',
  condition: 'Condition Type',
  yearOfPurchase: 'Year of purchase',
  description: 'Description',
  originalPrice: 'Original Price',
  price: 'Resale Price',
  location: 'Location',
  phone: 'Mobile Number',
  quantity: 'Copies',
  state: 'State',
  shelves: 'Shelf',
}

/** In the order in which a row is read and corrected. */
export const orderedColumns = Object.keys(columnWords) as ListColumn[]
