import * as z from 'zod/mini'
import { newBookIn, type NewBook } from '#contract/books.ts'
import type { InvalidField } from '#contract/problems.ts'
import type { Texts } from './draft.ts'

/** What the specification demands, in the form's order, and what to say where it is missing. */
const REQUIRED: Record<string, string> = {
  book_img: 'Please choose a product image',
  book_name: 'Please fill in the book name',
  book_writer: 'Please fill in the book writer',
  yearOfPurchase: 'Please fill in the year of purchase',
  description: 'Please fill in the description',
  originalPrice: 'Please fill in the original price',
  resalePrice: 'Please fill in the resale price',
  location: 'Please fill in the location',
  mobileNumber: 'Please fill in the mobile number',
}

export type CheckedProduct =
  | { ok: true; book: NewBook }
  /** `isIncomplete`: something is missing, as opposed to present and wrong. */
  | { ok: false; isIncomplete: boolean; invalidFields: InvalidField[] }

/**
 * Checks the form before it is sent, its prices being in this currency. `picture` is the cover's address, or any name
 * while that is on its way.
 */
export function checkBook(texts: Texts, picture: string, currency: string): CheckedProduct {
  const values: Texts = { ...texts, book_img: picture }
  const result = z.safeParse(newBookIn(currency), values)
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
