import * as z from 'zod/mini'
import { newBook, type NewBook } from '#contract/books.ts'
import type { InvalidField } from '#contract/problems.ts'
import type { Draft } from './draft.ts'

/** What may stay empty; everything else the specification demands. */
const OPTIONAL = new Set(['condition', 'category_name'])

export type CheckedProduct =
  | { ok: true; book: NewBook }
  /** `isIncomplete`: something is missing, as opposed to present and wrong. */
  | { ok: false; isIncomplete: boolean; invalidFields: InvalidField[] }

/** Checks the form before anything is sent. `picture` is the picture's address, or any name while it is only chosen. */
export function checkProduct(texts: Draft, picture: string): CheckedProduct {
  const result = z.safeDecode(newBook, { ...texts, book_img: picture } as z.input<typeof newBook>)
  if (result.success) return { ok: true, book: result.data }
  const complaints = new Map<string, string>()
  for (const { path, message } of result.error.issues) {
    const field = String(path[0])
    if (!complaints.has(field)) complaints.set(field, message)
  }
  const values: Draft = { ...texts, book_img: picture }
  return {
    ok: false,
    isIncomplete: Object.keys(values).some((name) => !OPTIONAL.has(name) && values[name]?.trim() === ''),
    invalidFields: [...complaints].map(([field, message]) => ({ field, message })),
  }
}
