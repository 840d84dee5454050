import type { NewBook } from '#contract/books/books.ts'
import { refuse, type InvalidField } from '#contract/problems.ts'
import { keepCategory } from '#server/categories/categories.public.ts'
import type { Tx } from '#server/database/schema.ts'
import { reserveUploads } from '#server/images/images.public.ts'

/**
 * Fields that the shop can't accept: an unknown category, and pictures that neither this seller uploaded nor the
 * listing shows already. Reserves the uploads.
 */
export async function unusableFields(
  tx: Tx,
  sellerId: string,
  book: NewBook,
  { now, shown = [] }: { now: Date; shown?: readonly string[] },
): Promise<InvalidField[]> {
  const invalid: InvalidField[] = []
  if (book.category !== null && !(await keepCategory(tx, book.category)))
    invalid.push({ field: 'category_name', message: 'Choose one of the shop’s categories' })
  const uploads = book.images.filter((url) => !shown.includes(url))
  if ((await reserveUploads(tx, sellerId, uploads, now)) < uploads.length)
    invalid.push({ field: 'book_img', message: 'Please upload the picture again' })
  return invalid
}

/** Refuses all these fields at once, if there are any. */
export function refuseFields(invalid: InvalidField[]): void {
  if (invalid.length > 0) refuse('invalid_input', 'Please check the marked fields.', invalid)
}
