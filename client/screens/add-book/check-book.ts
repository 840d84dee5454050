import * as z from 'zod/mini'
import { newBookIn, type NewBook } from '#contract/books.ts'
import type { InvalidField } from '#contract/problems.ts'
import type { Texts } from './draft.ts'

export type CheckedProduct =
  | { ok: true; book: NewBook }
  /** `isIncomplete`: something is missing, as opposed to present and wrong. */
  | { ok: false; isIncomplete: boolean; invalidFields: InvalidField[] }

/**
 * Checks the form before it is sent, its prices being in this currency; what is wrong comes in the form's order, once per
 * field. `picture` is the cover's address, or any name while that is on its way.
 */
export function checkBook(texts: Texts, picture: string, currency: string): CheckedProduct {
  const values: Texts = { ...texts, book_img: picture }
  const result = z.safeParse(newBookIn(currency), values)
  if (result.success) return { ok: true, book: result.data }
  const first = new Map<string, string>()
  for (const { path, message } of result.error.issues) {
    const field = String(path[0])
    if (!first.has(field)) first.set(field, message)
  }
  return {
    ok: false,
    isIncomplete: [...first.keys()].some((field) => !values[field]?.trim()),
    invalidFields: [...first].map(([field, message]) => ({ field, message })),
  }
}
