import type { Book } from '#contract/books/books.ts'

/** Message after a delete: a sold copy only leaves the list, and a paused copy was not for sale. */
export function deletedWords({ title, state, isPaused }: Pick<Book, 'title' | 'state' | 'isPaused'>): string {
  if (state === 'sold') return `“${title}” is off your list. Its order stays as it is.`
  return `“${title}” is ${isPaused ? 'off your list' : 'no longer for sale'}.`
}

/** Deleted book, and the index of its row. */
export interface DeletedRow<Item extends { id: string }> {
  book: Item
  at: number
}

/** Reinserts deleted rows after a refetch, while undo is offered. */
export function withDeleted<Item extends { id: string }>(
  books: readonly Item[],
  deleted: readonly DeletedRow<Item>[],
): Item[] {
  const shown = [...books]
  for (const { book, at } of deleted.toSorted((a, b) => a.at - b.at))
    if (!books.some(({ id }) => id === book.id)) shown.splice(at, 0, book)
  return shown
}

/** Removes a deleted row for good and moves up those below. */
export function withoutDeleted<Item extends { id: string }>(
  deleted: readonly DeletedRow<Item>[],
  id: string,
): DeletedRow<Item>[] {
  const gone = deleted.find(({ book }) => book.id === id)
  return deleted.filter((row) => row !== gone).map(({ book, at }) => ({ book, at: gone && gone.at < at ? at - 1 : at }))
}
