import type { ListColumn } from '#contract/books/lists/list-columns.ts'

/** Labels of a list's columns, those of the new-listing form where it has the field. */
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

/** Columns in display order. */
export const orderedColumns = Object.keys(columnWords) as ListColumn[]
