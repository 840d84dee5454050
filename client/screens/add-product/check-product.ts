import * as z from 'zod/mini'
import { newBook, type NewBook } from '#contract/books.ts'
import type { InvalidField } from '#contract/problems.ts'
import type { Draft } from './draft.ts'

/** What the specification demands, in the form's order, and what to say where it is missing. */
const REQUIRED: Record<string, string> = {
  book_name: 'Please fill in the book name',
  book_writer: 'Please fill in the book writer',
  book_img: 'Please choose a product image',
  originalPrice: 'Please fill in the original price',
  resalePrice: 'Please fill in the resale price',
  mobileNumber: 'Please fill in the mobile number',
  location: 'Please fill in the location',
  description: 'Please fill in the description',
  yearOfPurchase: 'Please fill in the year of purchase',
}

export type CheckedProduct =
  | { ok: true; book: NewBook }
  /** `isIncomplete`: something is missing, as opposed to present and wrong. */
  | { ok: false; isIncomplete: boolean; invalidFields: InvalidField[] }

/** Checks the form before anything is sent. `picture` is the picture's address, or any name while it is only chosen. */
export function checkProduct(texts: Draft, picture: string): CheckedProduct {
  const values: Draft = { ...texts, book_img: picture }
  const result = z.safeParse(newBook, values)
  if (result.success) return { ok: true, book: result.data }

  const complaints = new Map(
    // The first complaint about a field is the one to say, so it is put in last.
    result.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
  )
  const missing = Object.keys(REQUIRED).filter((field) => !values[field]?.trim())
  for (const field of missing) complaints.set(field, REQUIRED[field] ?? '')
  const order = [...new Set([...Object.keys(REQUIRED), ...complaints.keys()])]
  return {
    ok: false,
    isIncomplete: missing.length > 0,
    invalidFields: order.flatMap((field) => {
      const message = complaints.get(field)
      return message === undefined ? [] : [{ field, message }]
    }),
  }
}
