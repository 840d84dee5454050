import type { Edited, PreviewedEdit, EditInput } from '#contract/books/edits-of-many.ts'
import { Refusal, refuseWith } from '#contract/problems.ts'
import { listCategoryRows } from '#server/categories/categories.public.ts'
import type { Services } from '#server/services.ts'
import { editBook } from '../edit-book.ts'
import { readEdit } from './read-edit.ts'
import { findBooksOfSeller } from './own-books.sql.ts'

const NO_SUCH_BOOK = 'That isn’t one of your books.'

type Given = Pick<Services, 'db' | 'clock' | 'shop'>
/** New facts of a book; omitted facts stay. */
interface Row {
  book: string
  says: EditInput
}

/** Previews edits of a seller's books, in their order; writes nothing. */
export async function previewEdits(
  services: Given,
  sellerId: string,
  rows: readonly Row[],
): Promise<{ rows: PreviewedEdit[] }> {
  const { found, rules } = await readAll(services, sellerId, rows)
  return {
    rows: rows.map(({ book: id, says }) => {
      const book = found.get(id)
      if (!book) return { book: id, title: '', revision: 0, changes: [], reasons: [NO_SUCH_BOOK] }
      const read = readEdit(book, says, rules)
      const reasons = 'reasons' in read ? read.reasons : []
      return { book: id, title: book.title, revision: book.revision, changes: read.changes, reasons }
    }),
  }
}

/**
 * Edits many of a seller's books, each by the rules of `editBook` and in its own transaction. Failures, such as a stale
 * revision, are reported book by book, and the rest is done. Called twice, it changes nothing the second time.
 */
export async function editBooks(
  services: Given,
  sellerId: string,
  rows: readonly (Row & { revision: number })[],
): Promise<Edited> {
  const { found, rules } = await readAll(services, sellerId, rows)
  const edited: Edited = { changed: [], refused: [] }
  for (const { book: id, revision, says } of rows) {
    const book = found.get(id)
    const read = book ? readEdit(book, says, rules) : { changes: [], reasons: [NO_SUCH_BOOK] }
    if ('value' in read) {
      // oxlint-disable-next-line no-await-in-loop -- one after another: each is a transaction, and a pool has few
      const end = await endOf(() =>
        editBook({ ...services, refuse: refuseWith }, sellerId, { bookId: id, revision, edited: read.value }),
      )
      if (end instanceof Refusal) edited.refused.push({ book: id, code: end.code, reason: end.message })
      else if (end.modifiedCount > 0) edited.changed.push({ book: id, revision: revision + 1 })
    } else if (read.reasons.length > 0) {
      edited.refused.push({ book: id, code: book ? 'invalid_input' : 'not_found', reason: read.reasons.join(' ') })
    }
  }
  return edited
}

async function readAll({ db, shop }: Given, sellerId: string, rows: readonly Row[]) {
  const found = await findBooksOfSeller(
    db,
    rows.map(({ book }) => book),
    sellerId,
  )
  const categories = (await listCategoryRows(db)).map(({ slug }) => slug)
  return { found, rules: { currency: shop.currency, categories } }
}

async function endOf<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
